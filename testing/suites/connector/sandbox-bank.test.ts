import { join } from 'node:path';
import { forAllTests, testKeysFolder } from '@xs2a/test-kit';
import { startServices } from '@xs2a/test-system/start/start-services';
import { describe, expect, it } from 'vitest';
import { connectorCheck, ROOT } from './connector-check.ts';

const FACTS = join(ROOT, 'examples/sandbox-bank.facts.yaml');

const services = forAllTests(() => startServices('bank'));

describe('the sandbox bank', () => {
  it('keeps every rule of the bank connector, in all groups', async () => {
    const { code, said, broken, skipped } = await connectorCheck(
      '--nats',
      services.natsUrl,
      '--facts',
      FACTS,
      '--keys',
      testKeysFolder(),
    );
    expect({ broken, skipped }, said).toEqual({ broken: [], skipped: [] });
    expect(code, said).toBe(0);
  });
});
