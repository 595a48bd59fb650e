import { startServices } from '@xs2a/test-system/start/start-services';
import { expect, it } from 'vitest';
import { passedOf, schemathesis } from './schemathesis.ts';

/** The budget itself, what it begins with, and once the packages. */
const TEST_MS_MAX = 240_000;

it(
  'no request that Schemathesis makes of the published interface gets a 5xx, or an answer that is not published',
  async () => {
    await using services = await startServices('accounts', 'bank', 'sca', 'consent', 'payments', 'gateway');
    const url = services.running.gateway.httpUrl ?? '';
    const ended = await schemathesis(url, { phases: ['examples', 'coverage', 'fuzzing'], examples: 3, seconds: 60 });
    expect(ended.code, ended.output.slice(-10_000)).toBe(0);
    // The number depends on the machine; each operation is tried several times on any.
    expect(passedOf(ended), ended.output.slice(-2_000)).toBeGreaterThan(200);
  },
  TEST_MS_MAX,
);
