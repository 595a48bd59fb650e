import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/setup/longest-first.ts';

// The files of a project share their processes: loading all services anew for each file would take longer than its tests.
const pool = {
  pool: 'forks',
  isolate: false,
  retry: 0,
  // What is awaited comes in milliseconds, and late on a loaded machine: one second, the default, would end some tests there.
  expect: { poll: { timeout: 15_000, interval: 20 } },
} as const;
const quick = { ...pool, testTimeout: 60_000, hookTimeout: 60_000 };
const dropDatabases = 'tests/setup/drop-databases.ts';
// What is published of the interface holds for every answer that a test gets.
const setupFiles = [dropDatabases, 'tests/setup/published-answers.ts'];
// Whole journeys through all services as processes, in a browser, through outages.
const slow = { ...pool, testTimeout: 120_000, hookTimeout: 120_000 };
/** What is checked of the repository, and is quick: its words, tables and rules. */
const OF_THE_REPOSITORY = ['tests/{bus,contracts,settings,tidy}/*.test.ts'];
const ALL = 'tests/**/*.test.ts';
// Files that share a running system: one start, one journey for each rule. The system ends with the last of them; kept longer it
// would take a fifth of a core from all other tests.
const sharing = globSync(ALL, { cwd: import.meta.dirname })
  .filter((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8').includes("/start/shared-system'"))
  // In a browser PSUs approve, decline and sign in; all other pages are for `npm run verify`.
  .filter((file) => !file.startsWith('tests/browser/') || file.includes('psu-journeys'));
/** `npm run verify`: long suites, each a folder of tests/. */
export const suites = { include: [ALL], exclude: ['**/node_modules/**', ...sharing, ...OF_THE_REPOSITORY] };

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['packages/test-kit/src/global-setup.ts', 'tools/gen/global-setup.ts'],
    projects: [
      {
        test: {
          ...quick,
          name: 'packages',
          setupFiles: [dropDatabases],
          include: ['packages/*/{src,test}/**/*.test.ts', 'bench/*.test.ts'],
        },
      },
      { test: { ...quick, name: 'services', setupFiles, include: ['services/*/{src,test}/**/*.test.ts'] } },
      { test: { ...slow, name: 'shared-system', setupFiles, include: sharing } },
      { test: { ...slow, name: 'repository', setupFiles, include: OF_THE_REPOSITORY } },
      { test: { ...slow, name: 'suites', setupFiles, ...suites } },
    ],
  },
});
