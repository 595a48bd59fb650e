import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type IssuedCertificate, thumbprintOf } from '@xs2a/certificates';
import { blockTpp, listBlockedTpps, unblockTpp } from '@xs2a/contracts';
import { service } from '@xs2a/sandbox-gateway';
import { Bus, brokenEntry, startService } from '@xs2a/service-kit';
import { freshDatabaseName, testKeys, testServers } from '@xs2a/test-kit';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../test/start-gateway.ts';
import { askOverTls, qwac, type Trusted, trustedAuthority } from '../../test/tls-tpp.ts';
import type { BlockedTpp } from '../model/blocked-tpp.ts';

const STATUS = '/v1/consents/x/status';
const OTHER = 'PSDHR-HNB-OTHER';
const DECISION = { reason: 'order of the supervisor', by: 'ana' };
const MONGO_DATABASE = freshDatabaseName();
const MONGO_URL = testServers().mongoUrl;

let now = new Date();
let trusted: Trusted;
let shown: IssuedCertificate;
let gateway: TestGateway;
let replica: Awaited<ReturnType<typeof startService>>;
let bus: Bus;
let client: MongoClient;
beforeAll(async () => {
  trusted = await trustedAuthority();
  shown = await trusted.authority.issueTpp(qwac());
  gateway = await startGateway({ ...trusted.env, MONGO_DATABASE }, () => now);
  replica = await startService(service, {
    env: {
      NATS_URL: gateway.natsUrl,
      MONGO_URL,
      MONGO_DATABASE,
      GATEWAY_PORT: '0',
      SANDBOX: 'true',
      LOG_LEVEL: 'silent',
      ...testKeys('gateway'),
    },
    clock: () => now,
  });
  bus = await Bus.connect(gateway.natsUrl, 'bank');
  client = await MongoClient.connect(MONGO_URL);
});
afterAll(async () => {
  await bus.close();
  await client.close();
  await replica.stop();
  await gateway[Symbol.asyncDispose]();
  trusted[Symbol.dispose]();
});

const codeOverTls = async () => (await askOverTls(gateway.tlsUrl, trusted, shown, 'GET', STATUS)).message.code;
const headers = (tpp: string) => ({ 'X-Request-ID': crypto.randomUUID(), 'X-Sandbox-TPP': tpp });

/** Returns the status and message code that a test TPP gets from each replica. */
async function codes(tpp: string): Promise<(string | undefined)[]> {
  const urls = [gateway.url, replica.httpUrl ?? ''];
  const answers = await Promise.all(urls.map((url) => fetch(new URL(STATUS, url), { headers: headers(tpp) })));
  return Promise.all(answers.map(async (answer) => /CERTIFICATE_BLOCKED/.exec(await answer.text())?.[0]));
}

describe('a blocked TPP', () => {
  it('is refused by every replica after the reply, and accepted again once unblocked', async () => {
    for (let round = 0; round < 5; round++) {
      expect(await bus.ask(blockTpp, { tppId: OTHER, ...DECISION })).toEqual({ replicas: 2 });
      expect(await codes(OTHER)).toEqual(['CERTIFICATE_BLOCKED', 'CERTIFICATE_BLOCKED']);
      expect(await codes('PSDHR-HNB-SANDBOX')).toEqual([undefined, undefined]);
      expect(await bus.ask(unblockTpp, { tppId: OTHER, ...DECISION })).toEqual({ replicas: 2 });
      expect(await codes(OTHER)).toEqual([undefined, undefined]);
    }
  });

  it('gets no request accepted that starts after the reply, even with many in progress', async () => {
    let isAnswered = false;
    const letIn: number[] = [];
    let isOver = false;
    const callers = Array.from({ length: 20 }, async () => {
      while (!isOver) {
        const beganAfter = isAnswered;
        const answer = await fetch(new URL(STATUS, gateway.url), { headers: headers(OTHER) });
        if (beganAfter && !(await answer.text()).includes('CERTIFICATE_BLOCKED')) letIn.push(answer.status);
      }
    });
    await bus.ask(blockTpp, { tppId: OTHER, ...DECISION });
    isAnswered = true;
    await expect.poll(async () => (await codes(OTHER))[1]).toBe('CERTIFICATE_BLOCKED');
    isOver = true;
    await Promise.all(callers);
    expect(letIn).toEqual([]);
    await bus.ask(unblockTpp, { tppId: OTHER, ...DECISION });
  });

  it.each<[string, () => string]>([
    ['organizationIdentifier', () => 'PSDHR-HNB-TEST'],
    ['thumbprint', () => thumbprintOf(new X509Certificate(shown.certificate).raw)],
  ])('is found by its %s, also if its certificate was validated before', async (_, name) => {
    expect(await codeOverTls()).toBeUndefined();
    await bus.ask(blockTpp, { tppId: name(), ...DECISION });
    expect(await codeOverTls()).toBe('CERTIFICATE_BLOCKED');
    await bus.ask(unblockTpp, { tppId: name(), ...DECISION });
    expect(await codeOverTls()).toBeUndefined();
  });

  it('is accepted again exactly when the block ends', async () => {
    const until = new Date(now.getTime() + 60_000).toISOString();
    await bus.ask(blockTpp, { tppId: OTHER, until, ...DECISION });
    const { tpps } = await bus.ask(listBlockedTpps, {});
    expect(tpps).toEqual([{ tppId: OTHER, until, since: now.toISOString(), ...DECISION }]);
    now = new Date(now.getTime() + 59_000);
    expect((await codes(OTHER))[0]).toBe('CERTIFICATE_BLOCKED');
    now = new Date(now.getTime() + 1_000);
    expect((await codes(OTHER))[0]).toBeUndefined();
    expect(await bus.ask(listBlockedTpps, {})).toEqual({ tpps: [] });
    await bus.ask(unblockTpp, { tppId: OTHER, ...DECISION });
  });

  it('has a history with the operator, time and reason of each decision', async () => {
    const tppId = 'PSDHR-HNB-EVIDENCE';
    await bus.ask(blockTpp, { tppId, ...DECISION });
    await bus.ask(blockTpp, { tppId, reason: 'for good', by: 'iva' });
    await bus.ask(unblockTpp, { tppId, reason: 'a mistake', by: 'ana' });
    await bus.ask(unblockTpp, { tppId, reason: 'twice', by: 'ana' });
    const stored = await client.db(MONGO_DATABASE).collection<BlockedTpp>('stoppedTpps').findOne({ _id: tppId });
    const history = stored?.history ?? [];
    expect(history.map(({ event, to, by, reason }) => [event, to, by, reason])).toEqual([
      ['created', 'blocked', 'ana', 'order of the supervisor'],
      ['blocked', 'blocked', 'iva', 'for good'],
      ['unblocked', 'free', 'ana', 'a mistake'],
    ]);
    expect(brokenEntry(history)).toBeUndefined();
    const altered = history.map((entry, index) => (index === 1 ? { ...entry, reason: 'another' } : entry));
    expect(brokenEntry(altered)).toBe(1);
  });

  it('cannot be blocked without a reason, or until a time in the past', async () => {
    const until = new Date(now.getTime() - 1).toISOString();
    await expect(bus.ask(blockTpp, { tppId: OTHER, ...DECISION, reason: '' })).rejects.toThrow(
      'fieldInvalid at reason',
    );
    await expect(bus.ask(blockTpp, { tppId: OTHER, ...DECISION, until })).rejects.toThrow('fieldInvalid at until');
    expect((await codes(OTHER))[0]).toBeUndefined();
  });
});

describe('npm run xs2a -- tpp', () => {
  /** Uses the compiled services, as an operator does. */
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, ['tools/xs2a.ts', 'tpp', ...words], {
      cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
      env: { ...process.env, NATS_URL: gateway.natsUrl },
    });

  it('blocks, lists and unblocks', async () => {
    expect((await run('block', OTHER, '--reason', 'a complaint')).stdout).toContain(
      `${OTHER} is blocked at 2 replicas`,
    );
    expect(await codes(OTHER)).toEqual(['CERTIFICATE_BLOCKED', 'CERTIFICATE_BLOCKED']);
    expect((await run('list')).stdout).toContain('a complaint');
    expect((await run('unblock', OTHER, '--reason', 'settled')).stdout).toContain('is unblocked');
    expect(await codes(OTHER)).toEqual([undefined, undefined]);
  });
});
