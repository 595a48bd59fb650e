import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/setup/longest-first.ts';

// Sources instead of dist. Nothing else here: 'import' would reach Node as a condition and break CommonJS packages.
const ssr = { resolve: { conditions: ['source'] } };
// The files of a project share their processes: loading all services anew for each file would take longer than its tests.
const pool = { pool: 'forks', isolate: false, retry: 0 } as const;
const quick = { ...pool, testTimeout: 60_000, hookTimeout: 60_000 };
const dropDatabases = 'tests/setup/drop-databases.ts';
// What is published of the interface holds for every answer that a test gets.
const setupFiles = [dropDatabases, 'tests/setup/published-answers.ts'];
// Whole journeys through all services as processes, in a browser, through outages.
const slow = { ...pool, testTimeout: 120_000, hookTimeout: 120_000 };
const WHOLE = 'tests/**/*.test.ts';
// Files that share a running system are a project of their own, which is run first: the system ends with its last file. Kept
// longer it would take a fifth of a core from all the other tests.
const sharing = globSync(WHOLE, { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(`${import.meta.dirname}/${file}`, 'utf8').includes("/start/shared-system'"),
);

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['packages/test-kit/src/global-setup.ts', 'tools/gen/global-setup.ts'],
    projects: [
      {
        ssr,
        test: {
          ...quick,
          name: 'packages',
          setupFiles: [dropDatabases],
          include: ['packages/*/{src,test}/**/*.test.ts', 'bench/*.test.ts'],
        },
      },
      { ssr, test: { ...quick, name: 'services', setupFiles, include: ['services/*/{src,test}/**/*.test.ts'] } },
      { ssr, test: { ...slow, name: 'shared-system', setupFiles, include: sharing } },
      {
        ssr,
        test: { ...slow, name: 'tests', setupFiles, include: [WHOLE], exclude: ['**/node_modules/**', ...sharing] },
      },
    ],
  },
});
