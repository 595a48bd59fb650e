import { type NotificationWish, pushNotification, type StatusNotification } from '@xs2a/contracts';

import { Bus } from '@xs2a/service-kit';
import { freshDatabaseName, natsServer, testServers } from '@xs2a/test-kit';
import { eventually } from '@xs2a/test-system/eventually';
import { ServiceProcess } from '@xs2a/test-system/start/service-process';
import { notified, type TppReceiver, tppReceiver } from '@xs2a/test-system/tpp/tpp-receiver';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryQueue } from '../model/delivery-queue.ts';

const { mongoUrl } = testServers();
const database = freshDatabaseName('notifier');
const HELD_MS = 150;
/** Long enough for the notifier's timeouts. */
const SLOW_MS = 60_000;

let nats: Awaited<ReturnType<typeof natsServer>>;
let bus: Bus;
let client: MongoClient;
let receiver: TppReceiver;
let silent: TppReceiver;
/** Two replicas as separate processes. */
let replicas: ServiceProcess[];
beforeAll(async () => {
  nats = await natsServer();
  bus = await Bus.connect(nats.url, 'test');
  client = await MongoClient.connect(mongoUrl);
  // A random delay, which would reveal notifications sent out of order.
  receiver = await tppReceiver((response) => void setTimeout(() => response.end(), Math.random() * HELD_MS));
  silent = await tppReceiver(() => undefined);
  const env = {
    NATS_URL: nats.url,
    MONGO_URL: mongoUrl,
    MONGO_DATABASE: database,
    SANDBOX: 'true',
    NOTIFICATION_PERMITTED_HOSTS: `${receiver.host},${silent.host}`,
  };
  replicas = await Promise.all([0, 1].map(() => ServiceProcess.prepare('notifier', env)));
  for (const replica of replicas) replica.start();
  await Promise.all(replicas.map((replica) => replica.ready()));
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()));
  await receiver[Symbol.asyncDispose]();
  await silent[Symbol.asyncDispose]();
  await bus.close();
  await client.close();
  await nats[Symbol.asyncDispose]();
});

const queues = () => client.db(database).collection<DeliveryQueue>('lanes');
const STATUSES = ['PATC', 'ACTC', 'ACCP', 'ACFC', 'ACSP', 'ACSC'] as const;

function notice(id: string, sequence: number, change: Partial<StatusNotification> & { uri?: string } = {}) {
  const { uri = receiver.uri, ...changed } = change;
  const wish: NotificationWish = { uri, contents: ['SCA', 'PROCESS'] };
  const parent = {
    kind: 'payment' as const,
    id,
    paymentService: 'payments',
    paymentProduct: 'sepa-credit-transfers',
  };
  return {
    tppId: 'PSDHR-HNB-SANDBOX',
    wish,
    parent,
    sequence,
    status: STATUSES[sequence - 1] ?? 'ACSC',
    at: new Date(Date.now() - 10_000 + sequence).toISOString(),
    isLast: false,
    isFinal: false,
    ...changed,
  };
}

const of = (one: TppReceiver, id: string) => one.received.filter(({ body }) => body['paymentId'] === id);
const push = (one: StatusNotification) => bus.ask(pushNotification, one);

describe('the delivery of notifications (decision 27)', () => {
  it('keeps the order of statuses, with twenty resources that change at once and two replicas', async () => {
    const ids = Array.from({ length: 20 }, () => crypto.randomUUID());
    // Owning services send notices in order for each resource, and simultaneously for different resources.
    await Promise.all(
      ids.map(async (id) => {
        for (const index of STATUSES.keys()) await push(notice(id, index + 1));
      }),
    );
    await eventually(
      () => Promise.resolve(ids.map((id) => of(receiver, id).length)),
      (counts) => counts.every((count) => count === STATUSES.length),
      30_000,
    );
    for (const id of ids)
      expect(notified({ received: of(receiver, id) })).toEqual(STATUSES.map((status) => `status ${status}`));
    // Both replicas have sent some.
    for (const replica of replicas) expect(await replica.metric('xs2a_notifications_total')).toBeGreaterThan(0);
  });

  it('sends a notice once, even if its owner repeats it many times at once', async () => {
    const id = crypto.randomUUID();
    const replies = await Promise.all(Array.from({ length: 12 }, () => push(notice(id, 1))));
    expect(replies.filter(({ taken }) => taken).length).toBe(1);
    await push(notice(id, 2));
    await eventually(
      () => Promise.resolve(of(receiver, id).length),
      (count) => count === 2,
    );
    expect((await push(notice(id, 1))).taken).toBe(false);
    expect(notified({ received: of(receiver, id) })).toEqual(['status PATC', 'status ACTC']);
  });

  it('never writes to the queue of another TPP', async () => {
    const id = crypto.randomUUID();
    expect(await push(notice(id, 1))).toEqual({ taken: true });
    expect(await push(notice(id, 2, { tppId: 'PSDHR-HNB-OTHER' }))).toEqual({ taken: false });
  });

  it('continues for other TPPs while one does not answer, and repeats nothing to that one', {
    timeout: SLOW_MS,
  }, async () => {
    const slow = Array.from({ length: 20 }, () => crypto.randomUUID());
    await Promise.all(slow.map((id) => push(notice(id, 1, { uri: silent.uri, tppId: 'PSDHR-HNB-SLOW' }))));
    await silent.until(4);
    const quick = crypto.randomUUID();
    await push(notice(quick, 1));
    await eventually(
      () => Promise.resolve(of(receiver, quick).length),
      (count) => count === 1,
    );
    // Most other notifications still wait for their turn.
    expect(silent.received.length).toBeLessThan(20);
    await silent.until(20);
    await eventually(
      () => queues().countDocuments({ tppId: 'PSDHR-HNB-SLOW', busyUntil: { $gt: new Date(0) } }),
      (count) => count === 0,
      30_000,
    );
    expect(silent.received.length).toBe(20);
    expect(new Set(silent.received.map(({ body }) => body['paymentId'])).size).toBe(20);
  });

  it('repeats nothing after a kill between claim and response, and continues with the next status', {
    timeout: SLOW_MS,
  }, async () => {
    const id = crypto.randomUUID();
    const before = silent.received.length;
    await push(notice(id, 1, { uri: silent.uri }));
    await push(notice(id, 2));
    await silent.until(before + 1);
    for (const replica of replicas) await replica.stop('SIGKILL');
    for (const replica of replicas) replica.start();
    await Promise.all(replicas.map((replica) => replica.ready()));
    await eventually(
      () => Promise.resolve(of(receiver, id).length),
      (count) => count === 1,
      20_000,
    );
    expect(notified({ received: of(receiver, id) })).toEqual(['status ACTC']);
    expect(of(silent, id).length).toBe(1);
  });
});
