import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ObstacleOutcome, ObstacleReport } from './run-obstacles.ts';

const WORDS: Readonly<Record<ObstacleOutcome, string>> = {
  fulfilled: 'fulfilled',
  violated: 'VIOLATED',
  choice: "bank's choice",
  notGiven: 'not looked at',
};
const WIDTH = Math.max(...Object.values(WORDS).map(({ length }) => length));

/** Returns a line for each rule, with its source, and the observation or choice below it. */
export function obstacleText({ url, profile, results }: ObstacleReport): string {
  const lines = results.flatMap(({ result, rule, source, how, why }) => [
    `${WORDS[result].padEnd(WIDTH)}  ${rule} (${source})`,
    ...(why === undefined ? [] : [`${' '.repeat(WIDTH)}  ${result === 'violated' ? `${how}: ` : ''}${why}`]),
  ]);
  const counts = Object.entries(WORDS).map(
    ([outcome, word]) => `${results.filter(({ result }) => result === outcome).length} ${word.toLowerCase()}`,
  );
  return [`${url}, profile ${profile}: ${counts.join(', ')}`, '', ...lines, ''].join('\n');
}

/** Writes the report for programs; returns its file name. */
export function writeObstacles(report: ObstacleReport, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'obstacles.json');
  writeFileSync(file, `${JSON.stringify(report, null, 1)}\n`);
  return file;
}
