// Runs the long checks one after another, and tells what each has shown:
//   npm run verify                       all that need nothing that this repository does not bring
//   npm run verify -- <name> [options]   one of them; npm run verify -- --help lists their names
// Exits with 1 where one failed.
import { spawn } from 'node:child_process';
import { readArguments } from '../command/read-arguments.ts';
import { programOf, type Row, SUITES } from '../scripts.mjs';
import { ROOT } from './import-graph.ts';

readArguments(import.meta.filename, { options: {} });
const say = (line: string): void => void process.stdout.write(`${line}\n`);

function run(row: Row): Promise<boolean> {
  const [program = '', ...args] = programOf(row).split(' ');
  const child = spawn(program, [...args, ...(row.whole ?? [])], { cwd: ROOT, stdio: 'inherit' });
  const end = (): boolean => child.kill('SIGTERM');
  process.on('SIGTERM', end);
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      process.off('SIGTERM', end);
      resolve(code === 0);
    });
  });
}

const shown: string[] = [];
let failed = 0;
for (const [name, row] of Object.entries(SUITES)) {
  if (row.alone !== undefined) {
    shown.push(`left out  ${name}: ${row.alone}`);
    continue;
  }
  say(`\n${name}: ${row.about}`);
  const startedAt = Date.now();
  const isShown = await run(row);
  if (!isShown) failed++;
  const minutes = Math.ceil((Date.now() - startedAt) / 60_000);
  shown.push(`${isShown ? 'passed' : 'FAILED'}    ${name}: ${row.about} (${minutes} min)`);
}
say(`\n${shown.join('\n')}`);
say(`${shown.filter((line) => line.startsWith('passed')).length} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
