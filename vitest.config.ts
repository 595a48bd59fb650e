import { defineConfig } from 'vitest/config';

// Sources instead of dist. Nothing else here: 'import' would reach Node as a condition and break CommonJS packages.
const ssr = { resolve: { conditions: ['source'] } };
const pool = { pool: 'forks', retry: 0 } as const;
const quick = { ...pool, testTimeout: 20_000, hookTimeout: 60_000 };
// Whole journeys through all services as processes, in a browser, through outages.
const slow = { ...pool, testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    maxWorkers: 2,
    globalSetup: ['packages/test-kit/src/global-setup.ts'],
    projects: [
      { ssr, test: { ...quick, name: 'packages', include: ['packages/*/{src,test}/**/*.test.ts'] } },
      { ssr, test: { ...quick, name: 'services', include: ['services/*/{src,test}/**/*.test.ts'] } },
      { ssr, test: { ...slow, name: 'tests', include: ['tests/**/*.test.ts'] } },
    ],
  },
});
