import { spawnSync } from 'node:child_process';

const BYTES_MAX = 64 * 2 ** 20;

interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly input?: string;
}

/** Runs a program and returns its output. Throws with the last lines of its errors if it fails. */
export function runProgram(command: string, args: readonly string[], options: RunOptions = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: BYTES_MAX,
    ...options,
  });
  if (error !== undefined) throw new Error(`${command}: ${error.message}`);
  if (status === 0) return stdout;
  const said = (stderr.trim() || stdout.trim()).split('\n').slice(-8).join('\n  ');
  throw new Error(`${command} ${args.slice(0, 4).join(' ')} ended with ${status}:\n  ${said}`);
}
