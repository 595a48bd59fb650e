import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const TOOL = join(import.meta.dirname, '../../../tools/xs2a.ts');
const WATCH_EVERY_MS = 50;

export interface Imported {
  readonly code: number | null;
  readonly said: string;
  readonly seconds: number;
  /** Peak memory in MiB. */
  readonly peakMiB: number;
}

/** Runs the command as its user does; `kill` kills it once that is true of its output. */
export function importCamt(args: readonly string[], kill?: () => boolean | Promise<boolean>): Promise<Imported> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--max-semi-space-size=8', TOOL, 'camt', 'import', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let peakMiB = 0;
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const watch = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peakMiB = Math.max(peakMiB, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
    } catch {
      // Ended in the meantime.
    }
    void Promise.resolve(kill?.()).then((now) => now && child.kill('SIGKILL'));
  }, WATCH_EVERY_MS);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearInterval(watch);
      resolve({ code, said, seconds: (performance.now() - startedAt) / 1_000, peakMiB });
    });
  });
}
