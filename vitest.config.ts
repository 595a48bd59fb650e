import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './testing/suites/setup/longest-first.ts';

// The files of a project share their processes: loading all services anew for each file would take longer than its tests.
const pool = {
  pool: 'forks',
  isolate: false,
  retry: 0,
  // Awaited events come within milliseconds, and late on a loaded machine: one second, the default, would end some tests there.
  expect: { poll: { timeout: 15_000, interval: 20 } },
} as const;
const quick = { ...pool, testTimeout: 60_000, hookTimeout: 60_000 };
const dropDatabases = 'testing/suites/setup/drop-databases.ts';
// Compares every answer that a test gets with the published interface.
const setupFiles = [dropDatabases, 'testing/suites/setup/published-answers.ts'];
// Whole journeys through all services as processes, in a browser, through outages.
const slow = { ...pool, testTimeout: 120_000, hookTimeout: 120_000 };
/** Quick checks of the repository: its words, tables and rules. */
const OF_THE_REPOSITORY = ['testing/suites/{bus,contracts,settings,tidy}/*.test.ts'];
const ALL = 'testing/suites/**/*.test.ts';
// Files that share a running system: one start, one journey for each rule. The system ends with the last of them; kept longer it
// would take a fifth of a core from all other tests.
const sharing = globSync(ALL, { cwd: import.meta.dirname })
  .filter((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8').includes("/start/shared-system'"))
  // In a browser PSUs approve, decline and sign in; all other pages are for `npm run verify`.
  .filter((file) => !file.startsWith('testing/suites/browser/') || file.includes('psu-journeys'));
/** `npm run verify`: long suites, each a folder of testing/suites/. */
export const suites = { include: [ALL], exclude: ['**/node_modules/**', ...sharing, ...OF_THE_REPOSITORY] };

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['testing/test-kit/src/global-setup.ts', 'tools/gen/global-setup.ts'],
    projects: [
      {
        test: {
          ...quick,
          name: 'packages',
          setupFiles: [dropDatabases],
          include: [
            '{packages,testing}/*/{src,test}/**/*.test.ts',
            'deploy/compact/src/*.test.ts',
            'testing/bench/*.test.ts',
          ],
        },
      },
      { test: { ...quick, name: 'services', setupFiles, include: ['{services,sandbox}/*/{src,test}/**/*.test.ts'] } },
      { test: { ...slow, name: 'shared-system', setupFiles, include: sharing } },
      { test: { ...slow, name: 'repository', setupFiles, include: OF_THE_REPOSITORY } },
      { test: { ...slow, name: 'suites', setupFiles, ...suites } },
    ],
  },
});
