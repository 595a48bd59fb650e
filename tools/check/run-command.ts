import { type StdioOptions, spawn } from 'node:child_process';
import { join } from 'node:path';

export interface CommandResult {
  readonly ok: boolean;
  /** Exit code; null where it could not be started, or was ended. */
  readonly code: number | null;
  /** The output of the command; empty if it was streamed. */
  readonly output: string;
}

/** Runs a command. `streamed` shows its output immediately, so that long runs show progress. */
export function runCommand(
  root: string,
  command: string,
  args: readonly string[],
  streamed: boolean,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const stdio: StdioOptions = streamed ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    // The tests start hundreds of processes, which load the same modules.
    const env = { NODE_COMPILE_CACHE: join(root, '.local', 'compile-cache'), ...process.env };
    const child = spawn(command, args, { cwd: root, stdio, env });
    const end = (): boolean => child.kill('SIGTERM');
    process.on('SIGTERM', end);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', (error) => resolve({ ok: false, code: null, output: error.message }));
    child.on('close', (code) => {
      process.off('SIGTERM', end);
      resolve({ ok: code === 0, code, output });
    });
  });
}
