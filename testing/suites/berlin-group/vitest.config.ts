import { defineConfig } from 'vitest/config';

// Needs the file of the Berlin Group, which is not part of this repository: see docs/berlin-group.md.
export default defineConfig({
  test: {
    pool: 'forks',
    retry: 0,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    root: new URL('../../..', import.meta.url).pathname,
    include: ['testing/suites/berlin-group/*.check.ts'],
    globalSetup: ['testing/test-kit/src/global-setup.ts'],
  },
});
