import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from '@xs2a/connector-check/run-checks';

export const ROOT = join(import.meta.dirname, '../../..');

export interface Checked {
  readonly code: number | null;
  readonly said: string;
  readonly outcomes: readonly Outcome[];
  /** Broken rules, with what is wrong. */
  readonly broken: readonly string[];
  readonly skipped: readonly string[];
}

/** Runs the command as the builder of a connector does. */
export async function connectorCheck(...args: readonly string[]): Promise<Checked> {
  const folder = await mkdtemp(join(tmpdir(), 'xs2a-connector-check-'));
  const json = join(folder, 'outcomes.json');
  try {
    const { code, said } = await run([join(ROOT, 'tools/xs2a.ts'), 'connector', 'check', '--json', json, ...args]);
    const text = await readFile(json, 'utf8').catch(() => '[]');
    const outcomes = JSON.parse(text) as Outcome[];
    const of = (outcome: Outcome['outcome']): Outcome[] => outcomes.filter((one) => one.outcome === outcome);
    return {
      code,
      said,
      outcomes,
      broken: of('failed').map(({ id, note }) => `${id}: ${note}`),
      skipped: of('skipped').map(({ id, note }) => `${id}: ${note}`),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(args: readonly string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, (_, stdout, stderr) => {
      resolve({ code: child.exitCode, said: stdout + stderr });
    });
  });
}
