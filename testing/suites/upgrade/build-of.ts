import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BUILT = '.built';

/** Builds a commit or a tag in a separate worktree, once, and returns the folder. */
export async function buildOf(
  revision: string,
  { root, folder, say }: { root: string; folder: string; say: (line: string) => void },
): Promise<string> {
  const commit = await commitOf(revision, root);
  const place = join(folder, commit.slice(0, 12));
  if (existsSync(join(place, BUILT))) return place;
  say(`building ${revision} (${commit.slice(0, 7)}) in ${place} …`);
  const env = { ...process.env, CI: 'true' };
  if (!existsSync(place)) await run('git', ['worktree', 'add', '--force', '--detach', place, commit], { cwd: root });
  const steps: [string, ...string[]][] = [
    ['pnpm', 'install', '--frozen-lockfile', '--prod=false', '--prefer-offline'],
    // Versions with compiled packages need the condition.
    [process.execPath, '--conditions=source', 'tools/bundle/build.ts'],
    [process.execPath, '--conditions=source', 'tools/build-published.ts'],
  ];
  for (const [command, ...args] of steps) await run(command, args, { cwd: place, env, maxBuffer: 64 * 1024 * 1024 });
  writeFileSync(join(place, BUILT), commit);
  return place;
}

async function commitOf(revision: string, root: string): Promise<string> {
  try {
    return (await run('git', ['rev-parse', '--verify', `${revision}^{commit}`], { cwd: root })).stdout.trim();
  } catch {
    throw new Error(
      `There is no commit or tag ${revision} here. A shallow clone has none: git fetch --unshallow --tags`,
    );
  }
}
