import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { natsCluster, natsServer, type TestServer } from '@xs2a/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { echo, gate, readEcho, startEcho } from '../../test/echo-service.ts';
import { type ReplicaProcess, runReplica } from '../../test/run-replica.ts';
import { Bus, runInContext } from '../index.ts';

/**
 * Longest acceptable wait of a TPP during an outage: its patience, and the time for an error answer. Measured by a parallel
 * timer, see `isLate`.
 */
const WAIT_MS_MAX = 3_000;
const ASKS = 200;
const PAUSE_MS = 5;
/** Milliseconds for three servers and two replicas to start and answer, on a loaded machine. */
const CLUSTER_MS_MAX = 90_000;
/** Milliseconds after which a hanging server gets no non-repeatable requests: three checks of the connection watch. */
const UNNOTICED_MS_MAX = 700;

const folder = mkdtempSync(join(tmpdir(), 'xs2a-hanging-'));
const journal = join(folder, 'journal');
const words = (): string[] => readFileSync(journal, 'utf8').split('\n').filter(Boolean);

let nats: TestServer;
let replicas: [ReplicaProcess, ReplicaProcess];
let bus: Bus;
beforeAll(async () => {
  writeFileSync(journal, '');
  nats = await natsServer();
  replicas = [await runReplica(nats.url, journal), await runReplica(nats.url, journal)];
  bus = await Bus.connect(nats.url, 'test');
});
afterAll(async () => {
  await bus.close();
  for (const replica of replicas) await replica[Symbol.asyncDispose]();
  await nats[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

interface Outcome {
  readonly word: string;
  readonly isAnswered: boolean;
  readonly ms: number;
  /**
   * Whether the answer came after a timer of WAIT_MS_MAX that started with the request. This measures the wait of this process,
   * independent of the load of the machine.
   */
  readonly isLate: boolean;
}

/** Asks as on behalf of a TPP, with a patience of 2.5 seconds. */
async function askAsTpp(by: Bus, word: string, operation: typeof echo = echo): Promise<Outcome> {
  const startedAt = performance.now();
  const now = Date.now();
  const context = {
    requestId: word,
    traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`,
    patience: now + 2_500,
    deadline: now + 25_000,
  };
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
  }, WAIT_MS_MAX);
  const isAnswered = await runInContext(context, () => by.ask(operation, { word })).then(
    (reply) => reply.word === word,
    () => false,
  );
  clearTimeout(timer);
  return { word, isAnswered, ms: performance.now() - startedAt, isLate };
}

/** Sends requests one after the other at short intervals, regardless of their outcome. */
async function askMany(
  by: Bus,
  prefix: string,
  change: (index: number) => void = () => undefined,
  operations = [echo, readEcho],
): Promise<Outcome[]> {
  const outcomes: Promise<Outcome>[] = [];
  for (let index = 0; index < ASKS; index++) {
    change(index);
    outcomes.push(askAsTpp(by, `${prefix} ${index}`, operations[index % operations.length]));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return Promise.all(outcomes);
}

const failed = (outcomes: readonly Outcome[]): Outcome[] => outcomes.filter(({ isAnswered }) => !isAnswered);
const late = (outcomes: readonly Outcome[]): Outcome[] => outcomes.filter(({ isLate }) => isLate);

describe('a hanging replica', () => {
  it('is avoided if there is another one, and non-repeatable work is done only once, even after the replica continues', async () => {
    await askMany(bus, 'before');
    const [hanging] = replicas;
    const outcomes = await askMany(bus, 'during', (index) => {
      if (index === 20) void hanging.pause();
    });
    const later = await askMany(bus, 'later');
    hanging.resume();
    expect(failed(outcomes).length).toBeLessThanOrEqual(ASKS / 100);
    expect(failed(later)).toEqual([]);
    expect(late([...outcomes, ...later])).toEqual([]);
    // The replica has continued and dropped the requests that came while it hung.
    await askMany(bus, 'after');
    const writes = words().filter((word) => Number(word.split(' ').at(-1)) % 2 === 0);
    expect(writes.length).toBe(new Set(writes).size);
  });

  it('without another one leads to an error within three seconds, and answers again when it continues', async () => {
    await Promise.all(replicas.map((replica) => replica.pause()));
    const outcomes = await Promise.all([askAsTpp(bus, 'nobody 1'), askAsTpp(bus, 'nobody 2', readEcho)]);
    const refusedInTime = { isAnswered: false, isLate: false };
    expect(outcomes).toEqual([expect.objectContaining(refusedInTime), expect.objectContaining(refusedInTime)]);
    // Late by any measure: on a loaded machine every message takes a while.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    for (const replica of replicas) replica.resume();
    await expect.poll(() => askAsTpp(bus, 'again', readEcho)).toMatchObject({ isAnswered: true });
    expect(words()).not.toContain('nobody 1');
  });
});

describe('a slow receiver with heartbeats', () => {
  it('is waited for longer than one that is silent', async () => {
    const { isAnswered, ms } = await askAsTpp(bus, 'slow 3500');
    expect(isAnswered).toBe(true);
    expect(ms).toBeGreaterThan(3_400);
    expect(words().filter((word) => word === 'slow 3500')).toHaveLength(1);
  });

  it('sends no signs to a caller that takes the first message for the reply', async () => {
    const caller = await connect({ servers: nats.url });
    const reply = await caller.request(echo.subject, '{"word":"slow 900"}', { timeout: 5_000 });
    expect(reply.json()).toEqual({ word: 'slow 900' });
    await caller.close();
  });
});

describe('a receiver without heartbeats, such as a bank connector', () => {
  it.each([
    [1_500, true],
    [60_000, false],
  ])('that answers after %i ms is waited for up to 2.5 seconds: %s', async (answersAfterMs, isInTime) => {
    await using other = await natsServer();
    await using caller = Object.assign(await Bus.connect(other.url, 'caller'), {
      [Symbol.asyncDispose]: () => Promise.resolve(),
    });
    const connector = await connect({ servers: other.url });
    const received: string[] = [];
    connector.subscribe(echo.subject, {
      queue: 'bank',
      callback: (_, message) => {
        received.push(message.string());
        setTimeout(() => connector.isClosed() || message.respond(message.data), answersAfterMs).unref();
      },
    });
    await connector.flush();
    const { isAnswered, isLate } = await askAsTpp(caller, 'connector');
    expect({ isAnswered, isLate }).toEqual({ isAnswered: isInTime, isLate: false });
    expect(received).toHaveLength(1);
    await connector.close();
    await caller.close();
  });
});

it('a request whose patience is over is not repeated because its timer fires a moment early', async () => {
  await using other = await natsServer();
  const caller = await Bus.connect(other.url, 'caller');
  const connector = await connect({ servers: other.url });
  const received: string[] = [];
  connector.subscribe(readEcho.subject, { callback: (_, message) => void received.push(message.string()) });
  await connector.flush();
  const asked: Promise<Outcome>[] = [];
  for (let index = 0; index < ASKS; index += 1) {
    asked.push(askAsTpp(caller, `silent ${index}`, readEcho));
    await new Promise((resolve) => setTimeout(resolve, 7));
  }
  expect(failed(await Promise.all(asked))).toHaveLength(ASKS);
  await connector.flush();
  expect(received).toHaveLength(ASKS);
  await connector.close();
  await caller.close();
});

describe('an overloaded replica', () => {
  it('is left to its work, and another one is asked', async () => {
    await using own = await natsServer();
    const caller = await Bus.connect(own.url, 'caller');
    const held = gate();
    let taken = 0;
    const env = { WORK_AT_ONCE_MAX: '1', WORK_WAITING_MAX: '0' };
    await using _full = await startEcho(
      own.url,
      async (request) => {
        if (request.word === 'hold') {
          taken++;
          await held.passed;
        }
        return request;
      },
      { env },
    );
    const holding = askAsTpp(caller, 'hold');
    await expect.poll(() => taken).toBe(1);
    await using _free = await startEcho(own.url, (request) => request);
    // Both replicas are known: the second one announces itself at its start and is asked until it has answered.
    await expect.poll(() => askAsTpp(caller, 'meet')).toMatchObject({ isAnswered: true });
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, index) => askAsTpp(caller, `free ${index}`)));
    expect(failed(outcomes)).toEqual([]);
    held.open();
    expect((await holding).isAnswered).toBe(true);
    await caller.close();
  });
});

describe('one of three NATS servers that hangs or fails', () => {
  it.each(['pause', 'kill'] as const)(
    '(%s) is left for another one: almost nobody fails, nobody waits long',
    { timeout: CLUSTER_MS_MAX },
    async (fault) => {
      await using cluster = await natsCluster();
      const own = join(folder, `cluster-${fault}`);
      writeFileSync(own, '');
      await using _one = await runReplica(cluster.url, own);
      await using _two = await runReplica(cluster.url, own);
      const caller = await Bus.connect(cluster.url, 'caller');
      await askMany(caller, 'before');
      const member = cluster.members.find(({ url }) =>
        url.endsWith(caller.connection.getServer().split(':').at(-1) ?? ''),
      );
      let asked = 0;
      let askedUnnoticed = Number.POSITIVE_INFINITY;
      const outcomes = await askMany(caller, 'during', (index) => {
        asked = index;
        if (index !== 10) return;
        void (fault === 'pause' ? member?.pause() : member?.stop('SIGKILL'));
        setTimeout(() => (askedUnnoticed = asked), UNNOTICED_MS_MAX);
      });
      outcomes.push(...(await askMany(caller, 'later')));
      await member?.resume();
      expect(member).toBeDefined();
      const reads = outcomes.filter((_, index) => index % 2 === 1);
      expect(failed(reads).length).toBeLessThanOrEqual(ASKS / 100);
      // A non-repeatable request in transit is not repeated, because nobody knows whether it arrived. Later requests are not
      // affected.
      expect(failed(outcomes.slice(askedUnnoticed + 1)).length).toBeLessThanOrEqual(ASKS / 100);
      expect(late(outcomes)).toEqual([]);
      const done = readFileSync(own, 'utf8')
        .split('\n')
        .filter((word) => / \d*[02468]$/.test(word));
      expect(done.length).toBe(new Set(done).size);
      await caller.close();
    },
  );
});
