import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';

/** Halts a process (SIGSTOP) and waits until it is halted: the system stops its threads one by one, and one of them may still answer. */
export async function haltProcess(child: ChildProcess | undefined): Promise<void> {
  if (child?.pid === undefined || !child.kill('SIGSTOP')) return;
  while (someThreadRuns(child.pid)) await after(1);
}

function someThreadRuns(pid: number): boolean {
  const threads = `/proc/${pid}/task`;
  // Only Linux shows the threads of a process as files.
  if (!existsSync(threads)) return false;
  return readdirSync(threads).some((thread) => !['T', 'Z'].includes(stateOf(join(threads, thread, 'stat'))));
}

/** The letter after the name in brackets: `T` halted, `Z` ended (proc_pid_stat(5)). */
function stateOf(file: string): string {
  try {
    const stat = readFileSync(file, 'latin1');
    return stat[stat.lastIndexOf(')') + 2] ?? 'Z';
  } catch {
    return 'Z';
  }
}
