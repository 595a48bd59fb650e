// The tests that mutation testing runs (run.ts), in one process, which StrykerJS restarts for each changed line.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: (process.env['MUTATION_TESTS'] ?? '').split('\n'),
    globalSetup: ['testing/test-kit/src/global-setup.ts'],
    setupFiles: ['testing/suites/setup/drop-databases.ts'],
    // Changed modules must not be cached beyond this run.
    fsModuleCache: false,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
