import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectorPermissions } from '@xs2a/contracts';
import { natsServer } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { connectorCheck } from './connector-check.ts';
import { DURABLE, EXAMPLE, pythonConnector } from './python-connector.ts';

const FACTS = join(EXAMPLE, 'facts.yaml');

/** Users of a bus on which a bank has the permissions of docs/bank-connector.md, and a user that reads codes for tests. */
function usersOf({ publish, subscribe }: ReturnType<typeof connectorPermissions>): string {
  const bank = JSON.stringify({ publish, subscribe: [...subscribe, 'bank.readInbox'] }).slice(1, -1);
  return `authorization { users = [
    { user: "house", password: "house-secret" }
    { user: "bank", password: "bank-secret", permissions: { ${bank}, allow_responses: { max: 1, expires: "10s" } } }
  ] }`;
}

describe('the connector in Python', () => {
  it('keeps every rule of what it offers, with no more NATS permissions than on the page', async () => {
    await using nats = await natsServer({ config: usersOf(connectorPermissions()) });
    await using connector = await pythonConnector(nats.url.replace('//', '//bank:bank-secret@'));
    const on = ['--nats', nats.url, '--user', 'house:house-secret'];
    const { code, said, broken, skipped } = await connectorCheck(...on, '--facts', FACTS);
    expect(broken, said + connector.log()).toEqual([]);
    expect(skipped.filter((line) => !line.endsWith('not offered'))).toEqual([
      'psu.blocked: the facts do not say blockedPsu',
    ]);
    expect(code).toBe(0);
    expect(connector.log()).not.toContain('internal error');
  });
});

/** When the connection broke at certain moments, one connector in twenty ended with an error or not at all. */
const ENDED_TOGETHER = 6;

it.each([
  ['python-connector', EXAMPLE],
  ['durable-connector', DURABLE],
])('%s ends on SIGTERM, also while the bus is unavailable', async (_, folder) => {
  const data = mkdtempSync(join(tmpdir(), 'xs2a-ending-'));
  await using nats = await natsServer();
  await using connectors = new AsyncDisposableStack();
  const starts = Array.from({ length: ENDED_TOGETHER }, (__, number) =>
    pythonConnector(nats.url, folder, { DATA: join(data, String(number)) }),
  );
  const started = (await Promise.all(starts)).map((connector) => connectors.use(connector));
  await nats.stop();
  const codes = await Promise.all(started.map((connector) => connector.end()));
  expect(codes, started.map((connector) => connector.log()).join('\n')).toEqual(started.map(() => 0));
  rmSync(data, { recursive: true });
});

describe('the connector check', () => {
  it('names the operations that nobody listens on', async () => {
    await using nats = await natsServer();
    const { code, broken } = await connectorCheck('--nats', nats.url, '--facts', FACTS, '--only', 'bus.listens');
    expect(broken).toEqual([expect.stringContaining('nobody listens on bank.identifyPsu, bank.readSigningRules')]);
    expect(code).toBe(1);
  });

  it('ends with 2 if the facts are missing or invalid, and with 3 without a bus', async () => {
    await using nats = await natsServer();
    const withoutFacts = await connectorCheck('--nats', nats.url);
    expect([withoutFacts.code, withoutFacts.said]).toEqual([
      2,
      expect.stringContaining("required option '--facts <file.yaml>' not specified"),
    ]);
    const wrong = await connectorCheck('--nats', nats.url, '--facts', join(EXAMPLE, 'requirements.txt'));
    expect(wrong.code).toBe(2);
    const withoutBus = await connectorCheck('--nats', 'nats://127.0.0.1:1', '--facts', FACTS);
    expect([withoutBus.code, withoutBus.said]).toEqual([3, expect.stringContaining('no NATS server answers')]);
  });
});
