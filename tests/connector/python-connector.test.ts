import { join } from 'node:path';
import { natsServer } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { connectorCheck } from './connector-check.ts';
import { EXAMPLE, pythonConnector } from './python-connector.ts';

const FACTS = join(EXAMPLE, 'facts.yaml');

describe('the connector in Python', () => {
  it('keeps every rule of what it offers', async () => {
    await using nats = await natsServer();
    await using connector = await pythonConnector(nats.url);
    const { code, said, broken, skipped } = await connectorCheck('--nats', nats.url, '--facts', FACTS);
    expect(broken, said + connector.log()).toEqual([]);
    expect(skipped.filter((line) => !line.endsWith('not offered'))).toEqual([
      'psu.blocked: the facts do not say blockedPsu',
    ]);
    expect(code).toBe(0);
  });
});
