import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Returns what readers see who paste commands into bash in a folder. */
export async function paste(folder: string, ...commands: readonly string[]): Promise<string> {
  const { stdout } = await run('bash', ['-c', commands.join('\n')], { cwd: folder });
  return stdout;
}
