import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** Waits for the end of its input, which is the end of the process that holds it: `$0` process, `$1` its folder. */
const GUARD = 'read -r _; kill -9 "$0"; [ -z "$1" ] || rm -rf "$1"';

/**
 * Starts a guard that ends a child of this process when this process ends, however it ends, and removes the folder that
 * the child stores in.
 */
export function endWithThisProcess(child: ChildProcess, folder = ''): void {
  if (child.pid === undefined) return;
  const guard = spawn('sh', ['-c', GUARD, String(child.pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
  child.once('exit', () => guard.kill('SIGKILL'));
}
