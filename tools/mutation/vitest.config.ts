// The tests that mutation testing runs (run.ts), in one process: StrykerJS starts it anew for each changed line.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: (process.env['MUTATION_TESTS'] ?? '').split('\n'),
    globalSetup: ['testing/test-kit/src/global-setup.ts'],
    setupFiles: ['testing/suites/setup/drop-databases.ts'],
    // Modules with changes in them are of this run alone.
    fsModuleCache: false,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
