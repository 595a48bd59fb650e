import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Outcome } from '@xs2a/connector-check/run-checks';

export const ROOT = join(import.meta.dirname, '../../..');

export interface Checked {
  readonly code: number | null;
  readonly said: string;
  readonly outcomes: readonly Outcome[];
  /** Broken rules, with their faults. */
  readonly broken: readonly string[];
  readonly skipped: readonly string[];
}

/** Runs the command as the developer of a connector does. */
export async function connectorCheck(...args: readonly string[]): Promise<Checked> {
  const { code, out, said } = await run([join(ROOT, 'tools/xs2a.ts'), 'connector', 'check', '--json', ...args]);
  const outcomes = out === '' ? [] : (JSON.parse(out) as Outcome[]);
  const of = (outcome: Outcome['outcome']): Outcome[] => outcomes.filter((one) => one.outcome === outcome);
  return {
    code,
    said,
    outcomes,
    broken: of('failed').map(({ id, note }) => `${id}: ${note}`),
    skipped: of('skipped').map(({ id, note }) => `${id}: ${note}`),
  };
}

function run(args: readonly string[]): Promise<{ code: number | null; out: string; said: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, (_, out, err) => {
      resolve({ code: child.exitCode, out, said: out + err });
    });
  });
}
