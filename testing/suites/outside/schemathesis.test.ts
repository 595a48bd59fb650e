import { startServices } from '@xs2a/test-system/start/start-services';
import { expect, it } from 'vitest';
import { passedOf, schemathesis } from './schemathesis.ts';

/** The budget itself, the preparation, and once the packages. */
const TEST_MS_MAX = 240_000;

it(
  'no request that Schemathesis generates for the published interface gets a 5xx or an unpublished response',
  async () => {
    await using services = await startServices('accounts', 'bank', 'sca', 'consent', 'payments', 'gateway');
    const url = services.running.gateway.httpUrl ?? '';
    const ended = await schemathesis(url, { phases: ['examples', 'coverage', 'fuzzing'], examples: 3, seconds: 60 });
    expect(ended.code, ended.output.slice(-10_000)).toBe(0);
    // The number depends on the machine, but each operation is always tried several times.
    expect(passedOf(ended), ended.output.slice(-2_000)).toBeGreaterThan(200);
  },
  TEST_MS_MAX,
);
