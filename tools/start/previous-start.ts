import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';

interface Started {
  pid: number;
  children: { name: string; pid: number }[];
}

const POLL_MS = 50;
const END_MS_MAX = 30_000;

/**
 * Stops the processes left behind by a start that was killed: they hold ports and data.
 * @throws Error naming the process, if another start is still running
 */
export async function clearPreviousStart(file: string, root: string, say: (line: string) => void): Promise<void> {
  const previous = readStarted(file);
  if (previous === undefined) return;
  if (commandOf(previous.pid).includes('tools/start.ts')) {
    throw new Error(
      `npm start is already running in this folder (process ${previous.pid}); stop it with Ctrl-C or kill ${previous.pid}`,
    );
  }
  // Latest first: services before the servers they use. The pid may belong to another process by now.
  for (const { name, pid } of previous.children.toReversed()) {
    if (!commandOf(pid).includes(root)) continue;
    say(`Stopping ${name} (process ${pid}), left behind by a start that was killed`);
    process.kill(pid, 'SIGTERM');
    await untilGone(pid, root);
  }
  rmSync(file, { force: true });
}

/** Records the running processes for the next start. */
export function rememberStart(file: string, children: Started['children']): void {
  writeFileSync(file, `${JSON.stringify({ pid: process.pid, children } satisfies Started)}\n`);
}

export function forgetStart(file: string): void {
  rmSync(file, { force: true });
}

function readStarted(file: string): Started | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Started;
  } catch {
    // No file, or one cut short by a power failure.
    return undefined;
  }
}

/** Command line of a process; empty if there is no such process. */
function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

async function untilGone(pid: number, root: string): Promise<void> {
  const deadline = Date.now() + END_MS_MAX;
  while (commandOf(pid).includes(root)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGKILL');
    await after(POLL_MS);
  }
}
