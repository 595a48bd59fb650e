import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** Waits for the end of its input, which is the end of the process that holds it: `$0` process, `$1` its folder. */
const GUARD = 'read -r _; kill -9 "$0"; [ -z "$1" ] || rm -rf "$1"';

/**
 * Kills a process when this one ends, however it ends, and removes the folder that it stores in. Does neither if the guard itself
 * is ended.
 */
export function guard(pid: number, folder = ''): ChildProcess {
  const guarding = spawn('sh', ['-c', GUARD, String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guarding.unref();
  (guarding.stdin as Socket).unref();
  return guarding;
}

/** Does the same for a child of this process, until it ends. */
export function endWithThisProcess(child: ChildProcess, folder?: string): void {
  if (child.pid === undefined) return;
  const guarding = guard(child.pid, folder);
  child.once('exit', () => guarding.kill('SIGKILL'));
}
