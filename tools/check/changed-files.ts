import { execFileSync } from 'node:child_process';
import { ROOT } from '../programs.ts';

const MAIN_BRANCHES = ['origin/main', 'main'];

/** The merge base with the main branch, or HEAD if there is none. */
export function findBase(): string {
  const main = MAIN_BRANCHES.find((branch) => git('rev-parse', '--verify', '--quiet', `${branch}^{commit}`) !== '');
  return (main !== undefined && git('merge-base', 'HEAD', main)) || 'HEAD';
}

/** Files that differ from a commit: in commits since then, in the working tree, and new ones. */
export function changedSince(base: string): string[] {
  const changed = git('diff', '--name-only', '--no-renames', base, '--');
  const added = git('ls-files', '--others', '--exclude-standard');
  return [...new Set(`${changed}\n${added}`.split('\n'))].filter((path) => path !== '').toSorted();
}

/** The output of a git command; empty if it fails. */
function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}
