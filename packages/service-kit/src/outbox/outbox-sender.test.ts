import { inspect } from 'node:util';
import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { operation, type Situation, Xs2aError } from '@xs2a/contracts';
import { forAllTests, natsServer, testServers } from '@xs2a/test-kit';
import fc from 'fast-check';
import type { Collection } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { NOON, ORDERS, type Order, order, ordersDatabase } from '../../test/orders.ts';
import {
  Bus,
  createLog,
  createMetrics,
  type Database,
  type DeadLetter,
  OutboxSender,
  outboxEntry,
  outboxEntryEnclosing,
  refusalMessage,
  runInContext,
} from '../index.ts';
import { backoffMs } from './backoff.ts';

const word = { hop: 'write', request: z.object({ word: z.string() }), reply: z.object({}) } as const;
const tellBank = operation('bank.tell', word);
const tellSca = operation('sca.tell', word);

const nats = forAllTests(() => natsServer());
const { mongoUrl } = testServers();
let bus: Bus;
let receiver: NatsConnection;
let database: Database;
let now: Date;
beforeAll(async () => {
  bus = await Bus.connect(nats.url, 'sender');
});
afterAll(async () => {
  await bus.close();
});
beforeEach(async () => {
  now = NOON;
  database = await ordersDatabase(mongoUrl);
  receiver = await connect({ servers: nats.url });
});
afterEach(async () => {
  await receiver.close();
  await database.close();
});

const orders = (): Collection<Order> => database.db.collection<Order>(ORDERS.name);
const letters = (): Collection<DeadLetter> => database.db.collection<DeadLetter>('deadLetters');
const pending = async (_id: string): Promise<string[]> => {
  const document = await orders().findOne({ _id });
  return document?.outbox.map(({ request }) => (request as { word: string }).word) ?? [];
};
const pass = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};

function sender(log = createLog('payments', 'silent')): OutboxSender {
  return new OutboxSender({ bus, database, now: () => now, log, metrics: createMetrics('payments') });
}

/** Receives messages from the outbox, answers them as given, and records their words. */
async function receive(
  subject: string,
  answer: (word: string, message: Msg) => Situation | undefined,
): Promise<string[]> {
  const words: string[] = [];
  receiver.subscribe(subject, {
    callback: (_, message) => {
      const { word } = message.json<{ word: string }>();
      words.push(word);
      const situation = answer(word, message);
      const refusal = situation && refusalMessage(new Xs2aError(situation, { path: 'word' }));
      message.respond(refusal?.payload ?? '{}', refusal && { headers: refusal.headers });
    },
  });
  await receiver.flush();
  return words;
}

/** Receives messages without answering; the test answers them itself. */
async function hang(subject: string): Promise<Msg[]> {
  const hanging: Msg[] = [];
  receiver.subscribe(subject, { callback: (_, message) => void hanging.push(message) });
  await receiver.flush();
  return hanging;
}

async function stored(...entries: [typeof tellBank, string][]): Promise<Order> {
  const outbox = entries.map(([told, text]) => outboxEntry(told, { word: text }, now));
  const document = order({ outbox });
  await orders().insertOne(document);
  return document;
}

describe('an outbox entry', () => {
  it('is delivered once and removed when its receiver has acknowledged it', async () => {
    const words = await receive('bank.tell', () => undefined);
    const document = await stored([tellBank, 'a']);
    expect(await sender().deliver(ORDERS, document)).toBe(true);
    expect(await pending(document._id)).toEqual([]);
    pass(3_600_000);
    expect(await sender().sweep()).toBe(0);
    expect(words).toEqual(['a']);
  });

  it('may reference a long text that is stored once elsewhere, and waits while that is missing', async () => {
    const words = await receive('bank.tell', () => undefined);
    const enclosed = { collection: 'letters', id: 'letter-1', field: 'word' } as const;
    const document = order({ outbox: [outboxEntryEnclosing(tellBank, {}, enclosed, now)] });
    await orders().insertOne(document);
    expect(await sender().deliver(ORDERS, document)).toBe(false);
    expect(words).toEqual([]);
    const long = 'č'.repeat(1_000_000);
    await database.db.collection<{ _id: string; word: string }>('letters').insertOne({ _id: 'letter-1', word: long });
    pass(2_000);
    expect(await sender().sweep()).toBe(1);
    expect(words).toEqual([long]);
    expect((await orders().findOne({ _id: document._id }))?.outbox).toEqual([]);
  });

  it('carries request id and trace of its cause', async () => {
    const seen: (string | undefined)[] = [];
    await receive('bank.tell', (_, { headers }) => {
      seen.push(headers?.get('X-Request-ID'), headers?.get('traceparent').slice(3, 35));
      return undefined;
    });
    const trace = 'c'.repeat(32);
    const context = { requestId: 'request-9', traceparent: `00-${trace}-${'d'.repeat(16)}-01` };
    const document = await runInContext(context, () => stored([tellBank, 'a']));
    await sender().deliver(ORDERS, document);
    expect(seen).toEqual(['request-9', trace]);
  });

  it('is delivered by a sweep after a short time, so that a crash after storing loses nothing', async () => {
    const words = await receive('bank.tell', () => undefined);
    const document = await stored([tellBank, 'a']);
    expect(await sender().sweep()).toBe(0);
    pass(2_000);
    expect(await sender().sweep()).toBe(1);
    expect(words).toEqual(['a']);
    expect(await pending(document._id)).toEqual([]);
  });

  it('is retried with increasing pauses while its receiver is unavailable, and delivered when it is back', async () => {
    const document = await stored([tellBank, 'a']);
    expect(await sender().deliver(ORDERS, document)).toBe(false);
    pass(2_000);
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      expect(await sender().sweep()).toBe(1);
      const [entry] = (await orders().findOne({ _id: document._id }))?.outbox ?? [];
      expect(entry?.attempts).toBe(attempt + 1);
      const pause = (entry?.nextAt.getTime() ?? 0) - now.getTime();
      pauses.push(pause);
      pass(pause - 1);
      expect(await sender().sweep()).toBe(0);
      pass(1);
    }
    for (const [attempt, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(250 * 2 ** attempt);
      expect(pause).toBeLessThanOrEqual(500 * 2 ** attempt);
    }
    const words = await receive('bank.tell', () => undefined);
    expect(await sender().sweep()).toBe(1);
    expect(words).toEqual(['a']);
    expect(await pending(document._id)).toEqual([]);
  });

  it.each(['internalError', 'overloaded', 'serviceUnavailable', 'statusConflict', 'requestInFlight'] as const)(
    'is repeated when the receiver says %s: that passes',
    async (situation) => {
      let refusals = 1;
      const words = await receive('bank.tell', () => (refusals-- > 0 ? situation : undefined));
      const document = await stored([tellBank, 'a']);
      expect(await sender().deliver(ORDERS, document)).toBe(false);
      pass(60_000);
      await sender().sweep();
      expect(words).toEqual(['a', 'a']);
      expect(await pending(document._id)).toEqual([]);
      expect(await letters().countDocuments()).toBe(0);
    },
  );

  it('becomes a dead letter if its receiver rejects it permanently, and the next one is delivered', async () => {
    const words = await receive('bank.tell', (text) => (text === 'poison' ? 'fieldInvalid' : undefined));
    const document = await stored([tellBank, 'poison'], [tellBank, 'after']);
    const other = await stored([tellBank, 'other']);
    pass(2_000);
    expect(await sender().sweep()).toBe(2);
    expect(words.toSorted()).toEqual(['after', 'other', 'poison']);
    expect([await pending(document._id), await pending(other._id)]).toEqual([[], []]);
    expect(await letters().find().toArray()).toEqual([
      expect.objectContaining({
        _id: document.outbox[0]?.id,
        collection: 'orders',
        documentId: document._id,
        situation: 'fieldInvalid',
        path: 'word',
        at: now,
      }),
    ]);
    pass(3_600_000);
    expect(await sender().sweep()).toBe(0);
  });

  it('becomes a dead letter if it exceeds the maximum message size, and the next one is delivered', async () => {
    const words = await receive('bank.tell', () => undefined);
    const lines: string[] = [];
    const log = createLog('payments', 'error', { write: (line) => lines.push(line) });
    const large = 'x'.repeat(bus.connection.info?.max_payload ?? 0);
    const document = await stored([tellBank, large], [tellBank, 'after']);
    pass(2_000);
    expect(await sender(log).sweep()).toBe(1);
    expect(words).toEqual(['after']);
    expect(await pending(document._id)).toEqual([]);
    expect(await letters().find().toArray()).toMatchObject([{ documentId: document._id, situation: 'bodyTooLarge' }]);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { msg: 'dead letter', collection: 'orders', operation: 'bank.tell', outcome: 'bodyTooLarge' },
    ]);
  });

  it('waits for earlier ones of the same document', async () => {
    let away = true;
    const words = await receive('bank.tell', () => (away ? 'serviceUnavailable' : undefined));
    const others = await receive('sca.tell', () => undefined);
    const document = await stored([tellBank, 'first'], [tellSca, 'second'], [tellBank, 'third']);
    pass(2_000);
    await sender().sweep();
    expect([words, others]).toEqual([['first'], []]);
    away = false;
    pass(2_000);
    await sender().sweep();
    expect(words).toEqual(['first', 'first', 'third']);
    expect(others).toEqual(['second']);
    expect(await pending(document._id)).toEqual([]);
  });

  it('is not delayed by any number of documents whose receiver is unavailable', async () => {
    const words = await receive('sca.tell', () => undefined);
    // The first entry has just failed and pauses; the next one has long been due.
    const pausing = { ...outboxEntry(tellBank, { word: 'first' }, now), nextAt: new Date(now.getTime() + 60_000) };
    const blocked = Array.from({ length: 150 }, () =>
      order({ outbox: [pausing, outboxEntry(tellBank, { word: 'second' }, now)] }),
    );
    await orders().insertMany(blocked);
    await stored([tellSca, 'free']);
    pass(2_000);
    expect(await sender().sweep()).toBe(1);
    expect(words).toEqual(['free']);
  });

  it('is delivered while another receiver hangs with two messages in progress', async () => {
    const words = await receive('sca.tell', () => undefined);
    const hanging = await hang('bank.tell');
    for (let index = 0; index < 4; index++) await stored([tellBank, String(index)]);
    await stored([tellSca, 'free']);
    pass(2_000);
    const swept = sender().sweep();
    await expect.poll(() => words.length + hanging.length).toBe(3);
    expect(words).toEqual(['free']);
    for (let index = 0; index < 4; index++) {
      await expect.poll(() => hanging.length).toBeGreaterThan(index);
      expect(hanging.length).toBeLessThanOrEqual(index + 2);
      hanging[index]?.respond('{}');
    }
    expect(await swept).toBe(5);
  });

  it('that becomes due while a receiver hangs is swept, even behind many messages to that receiver', async () => {
    const words = await receive('sca.tell', () => undefined);
    const hanging = await hang('bank.tell');
    await orders().insertMany(
      Array.from({ length: 150 }, () => order({ outbox: [outboxEntry(tellBank, { word: 'stuck' }, now)] })),
    );
    pass(2_000);
    const sweeper = sender();
    const [held, settled] = [sweeper.sweep(), vi.fn<() => void>()];
    void held.then(settled);
    await expect.poll(() => hanging.length).toBe(2);
    await stored([tellSca, 'free']);
    pass(2_000);
    expect(await sweeper.sweep()).toBe(1);
    expect([words, hanging.length]).toEqual([['free'], 2]);
    expect(settled).not.toHaveBeenCalled();
    const stopped = sweeper.stop();
    for (const message of hanging) message.respond('{}');
    await stopped;
    expect(await held).toBe(2);
  });

  it('is swept repeatedly although a receiver hangs', async () => {
    const words = await receive('sca.tell', () => undefined);
    const hanging = await hang('bank.tell');
    await stored([tellBank, 'stuck']);
    pass(2_000);
    const sweeper = sender();
    sweeper.start();
    await expect.poll(() => hanging.length).toBe(1);
    await stored([tellSca, 'free']);
    pass(2_000);
    await expect.poll(() => words).toEqual(['free']);
    expect(hanging).toHaveLength(1);
    const stopped = sweeper.stop();
    hanging[0]?.respond('{}');
    await stopped;
  });

  it('is claimed by one of several sweepers', async () => {
    const words = await receive('bank.tell', () => undefined);
    for (let index = 0; index < 30; index++) await stored([tellBank, String(index)]);
    pass(2_000);
    const taken = await Promise.all([sender(), sender(), sender()].map((sweeper) => sweeper.sweep()));
    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(30);
    expect(words.toSorted()).toEqual(Array.from({ length: 30 }, (_, index) => String(index)).toSorted());
  });

  it('is left to other replicas when its sender is stopping', async () => {
    const stopping = sender();
    const words = await receive('bank.tell', () => void stopping.stop());
    for (let index = 0; index < 5; index++) await stored([tellBank, String(index)]);
    pass(3_600_000);
    const taken = await stopping.sweep();
    expect(taken).toBeLessThanOrEqual(2);
    expect(words).toHaveLength(taken);
    expect(await sender().sweep()).toBe(5 - taken);
  });

  it('is sent again, not lost, if the database could not record the delivery', async () => {
    const words = await receive('bank.tell', () => undefined);
    const document = await stored([tellBank, 'a']);
    const own = await ordersDatabase(mongoUrl);
    const unable = new OutboxSender({
      bus,
      database: own,
      now: () => now,
      log: createLog('payments', 'silent'),
      metrics: createMetrics('payments'),
    });
    await own.close();
    expect(await unable.deliver(ORDERS, document)).toBe(false);
    pass(2_000);
    await sender().sweep();
    expect(words).toEqual(['a', 'a']);
    expect(await pending(document._id)).toEqual([]);
  });

  it('is found through an index', async () => {
    const plan = await orders()
      .find({ 'outbox.0': { $exists: true }, 'outbox.0.nextAt': { $lte: now } })
      .explain('queryPlanner');
    expect(inspect(plan, { depth: null })).toContain("indexName: 'outbox_first_due'");
  });
});

describe('the pause before a retry', () => {
  it('doubles up to a minute, with jitter over its second half', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
        const longest = Math.min(60_000, 500 * 2 ** attempts);
        const pause = backoffMs(attempts, random);
        expect(pause).toBeGreaterThanOrEqual(Math.floor(longest / 2));
        expect(pause).toBeLessThanOrEqual(longest);
        expect(Number.isInteger(pause)).toBe(true);
      }),
    );
  });
});
