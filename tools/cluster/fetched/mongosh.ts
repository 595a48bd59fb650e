import { existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, KEPT, VERSIONS } from '../folders.ts';
import { runProgram } from '../run-program.ts';

/** Later publications are ignored, so that the packages are always the same. */
const BEFORE = '2026-11-08';

/** Fetches the MongoDB shell, which initiates the replica set. */
export function fetchMongosh(say: (line: string) => void): void {
  if (existsSync(KEPT.mongosh)) return;
  say('fetching mongosh …');
  mkdirSync(CACHE, { recursive: true });
  const work = mkdtempSync(join(CACHE, '.mongosh-'));
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--omit=optional', '--loglevel=error'];
  runProgram(
    'npm',
    ['install', '--prefix', work, ...quiet, '--before', BEFORE, `@mongosh/cli-repl@${VERSIONS.mongosh}`],
    {
      cwd: work,
    },
  );
  renameSync(work, KEPT.mongosh);
}

/** The program of the shell, inside its folder. */
export const MONGOSH_PROGRAM = join('node_modules', '@mongosh', 'cli-repl', 'bin', 'mongosh.js');
