import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect } from '@nats-io/transport-node';
import { lookForServer, natsServer } from '@xs2a/test-kit';
import { eventually } from '@xs2a/test-system/eventually';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectorCheck } from './connector-check.ts';
import { DURABLE, pythonConnector, pythonPackages } from './python-connector.ts';

const FACTS = join(DURABLE, 'facts.yaml');

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'xs2a-durable-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

/** Runs a command of the example and returns its output. */
async function python(folder: string, ...args: readonly string[]): Promise<string> {
  const NATS_SERVER = lookForServer('nats-server');
  const env = { ...process.env, PYTHONPATH: await pythonPackages(), DATA: data, NATS_SERVER };
  return (await promisify(execFile)('python3', ['-B', ...args], { cwd: folder, env })).stdout;
}

describe('the durable connector in Python', () => {
  it('keeps every rule of what it offers', async () => {
    await using nats = await natsServer();
    await using connector = await pythonConnector(nats.url, DURABLE, { DATA: data });
    const { code, said, broken, skipped } = await connectorCheck('--nats', nats.url, '--facts', FACTS);
    expect(broken, said + connector.log()).toEqual([]);
    expect(skipped.filter((line) => !line.endsWith('not offered'))).toEqual([]);
    expect(code).toBe(0);
    expect(connector.log()).not.toMatch(/internal error|tried again|begun anew|told again/);
  });

  it('loses and repeats nothing of a payment, wherever it is killed', { timeout: 120_000 }, async () => {
    // Every 17th step here; the command on its own tries them all.
    const said = await python(DURABLE, 'crash_test.py', '--every', '17', '--story', 'payment');
    expect(said).toMatch(/^payment: killed [2-9] times on the way/);
  });

  it('requires two signatures for the company, and feeds an account from statements, each entry once', async () => {
    await using nats = await natsServer();
    await using _ = await pythonConnector(nats.url, DURABLE, { DATA: data });
    const bus = await connect({ servers: nats.url });
    try {
      const told: { bankAccountId?: string; transactions?: unknown; balances?: unknown }[] = [];
      bus.subscribe('accounts.*', {
        callback: (_error, message) => {
          told.push(message.json());
          message.respond('{"stored":1}');
        },
      });
      const asked = await bus.request(
        'bank.identifyPsu',
        JSON.stringify({ psuId: 'psu-eva', corporateId: 'adria-doo' }),
      );
      expect(asked.json()).toMatchObject({
        known: true,
        corporateId: 'adria-doo',
        accounts: [{ signaturesNeeded: 2 }],
      });

      expect(await python(DURABLE, 'camt.py', 'sample-statement.xml')).toContain('2 new entries');
      expect(await python(DURABLE, 'camt.py', 'sample-statement.xml')).toContain('0 new entries');
      const savings = () => told.filter(({ bankAccountId }) => bankAccountId === 'B-4');
      const amounts = [{ transactionAmount: { amount: '200.00' } }, { transactionAmount: { amount: '-20.50' } }];
      await eventually(
        () => Promise.resolve(savings()),
        (all) => all.some(({ balances }) => balances !== undefined),
      );
      expect(savings().filter(({ transactions }) => transactions)).toMatchObject([{ transactions: amounts }]);
    } finally {
      await bus.close();
    }
  });
});
