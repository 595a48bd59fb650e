import { forAllTests, freePort, freshDatabaseName, mongod, natsServer, testServers } from '@xs2a/test-kit';
import { type Collection, MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { echo, gate, startEcho } from '../../test/echo-service.ts';
import { NOON, ORDERS, type Order, order } from '../../test/orders.ts';
import { Bus, type Clock, CONTEXT, defineService, handler, startService } from '../index.ts';

const nats = forAllTests(() => natsServer());
const { mongoUrl } = testServers();

interface OrdersContext {
  readonly orders: Collection<Order>;
  readonly now: Clock;
  readonly cutOff: string;
}
const service = defineService({
  name: 'payments',
  version: '1.2.3',
  config: z.object({ CUT_OFF: z.string().default('18:00') }),
  collections: [ORDERS],
  createContext: ({ collection, now, config }): OrdersContext => ({
    orders: collection(ORDERS),
    now,
    cutOff: config.CUT_OFF,
  }),
});
const environment = (): NodeJS.ProcessEnv => ({
  NATS_URL: nats.url,
  MONGO_URL: mongoUrl,
  MONGO_DATABASE: freshDatabaseName('service'),
});
const silent = { write: (): void => undefined };

async function statusOf(url: string): Promise<number> {
  return (await fetch(url)).status;
}

describe('a service', () => {
  it('creates its context from the resources of the kit: collections, clock, configuration and others', async () => {
    const env = environment();
    await using running = await startService(service, { env, clock: () => NOON, logTo: silent });
    const context = running.get<OrdersContext>(CONTEXT);
    expect(context.now()).toBe(NOON);
    const document = order();
    await context.orders.insertOne(document);
    await using client = new MongoClient(mongoUrl);
    expect(
      await client.db(env['MONGO_DATABASE']).collection<Order>('orders').countDocuments({ _id: document._id }),
    ).toBe(1);
    expect(context.cutOff).toBe('18:00');
    const { bus, database, jobs, log, outbox, profile } = running.kit;
    for (const part of [bus, database, jobs, log, outbox, profile]) expect(part).toBeDefined();
  });

  it('is alive and ready while its database and the bus are available, and counts its requests', async () => {
    await using running = await startService(service, { env: environment(), logTo: silent });
    expect(await statusOf(`${running.healthUrl}/livez`)).toBe(200);
    expect(await statusOf(`${running.healthUrl}/readyz`)).toBe(200);
    expect(await statusOf(`${running.healthUrl}/elsewhere`)).toBe(404);
    const metrics = await (await fetch(`${running.healthUrl}/metrics`)).text();
    expect(metrics).toContain('xs2a_operations_in_flight{service="payments"} 0');
  });

  it('reports its version at start, at /readyz and in its metrics', async () => {
    const lines: string[] = [];
    const env = { ...environment(), LOG_LEVEL: 'info' };
    const logTo = { write: (line: string) => void lines.push(line) };
    await using running = await startService(service, { env, logTo });
    const started = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(started).toContainEqual(expect.objectContaining({ event: 'started', version: '1.2.3' }));
    const [ready, metrics] = ['/readyz', '/metrics'].map(async (path) =>
      (await fetch(running.healthUrl + path)).text(),
    );
    expect((await ready)?.split('\n')).toContain('version 1.2.3');
    expect(await metrics).toContain('xs2a_version_info{version="1.2.3",service="payments"} 1');
  });

  it('is not ready while its database is unavailable, and becomes ready when that is back', async () => {
    await using own = await mongod();
    await using running = await startService(service, { env: { ...environment(), MONGO_URL: own.url }, logTo: silent });
    const ready = (): Promise<number> => statusOf(`${running.healthUrl}/readyz`);
    expect(await ready()).toBe(200);
    await own.stop('SIGKILL');
    await expect.poll(ready).toBe(503);
    expect(await statusOf(`${running.healthUrl}/livez`)).toBe(200);
    await own.restart();
    await expect.poll(ready).toBe(200);
  });

  it('ends on request, even while the bus is unavailable', async () => {
    await using own = await natsServer();
    const running = await startService(service, { env: { ...environment(), NATS_URL: own.url }, logTo: silent });
    await own.stop('SIGKILL');
    await expect.poll(() => statusOf(`${running.healthUrl}/readyz`)).toBe(503);
    // One that hangs ends this test by its timeout.
    await running.stop();
    await expect(statusOf(`${running.healthUrl}/livez`)).rejects.toThrow('fetch failed');
  });

  it('that starts without bus and database reports what it waits for, and continues once they are available', async () => {
    await using ownMongo = await mongod();
    await using ownNats = await natsServer();
    await Promise.all([ownMongo.stop(), ownNats.stop()]);
    const lines: string[] = [];
    const said = (event: string): unknown[] =>
      lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .flatMap((line) => (line['event'] === event ? [line['dependency']] : []));
    const health = `http://127.0.0.1:${await freePort()}`;
    const readiness = async (): Promise<string> => (await fetch(`${health}/readyz`)).text();
    const env = { ...environment(), NATS_URL: ownNats.url, MONGO_URL: ownMongo.url, HEALTH_PORT: new URL(health).port };
    const logTo = { write: (line: string) => void lines.push(line) };
    const starting = startService(service, { env, logTo });
    await expect.poll(() => said('waiting').length).toBeGreaterThanOrEqual(2);
    expect(new Set(said('waiting'))).toEqual(new Set(['bus', 'database']));
    expect(await statusOf(`${health}/livez`)).toBe(200);
    const [bus, database] = [new URL(ownNats.url).host, new URL(ownMongo.url).host];
    const waiting = `not ready\nservice is starting or stopping\nbus is away: nats://${bus} (ECONNREFUSED)\n`;
    expect(await readiness()).toContain(`${waiting}database is away: mongodb://${database} (ECONNREFUSED)\n`);
    await Promise.all([ownMongo.restart(), ownNats.restart()]);
    await using running = await starting;
    expect(running.healthUrl).toBe(health);
    await expect.poll(() => said('connected').length).toBe(2);
    await expect.poll(readiness).toMatch(/^ready\n/);
    await ownNats.stop();
    await expect.poll(readiness).toContain(`bus is away: nats://${bus}\n`);
    await expect.poll(() => said('waiting')).toHaveLength(3);
    expect(said('waiting')[2]).toBe('bus');
    await ownNats.restart();
    await expect.poll(readiness).toMatch(/^ready\n/);
  }, 60_000);

  it('that cannot start leaves nothing behind', async () => {
    const bus = await Bus.connect(nats.url, 'watcher');
    const env = { ...environment(), MONGO_URL: `${mongoUrl}&readConcernLevel=local` };
    const sockets = (): number => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length;
    const before = sockets();
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(startService(service, { env, logTo: silent })).rejects.toThrow('MONGO_URL');
    }
    await expect.poll(sockets).toBeLessThanOrEqual(before);
    await bus.close();
  });

  it('is stopped once, however often it is asked to stop', async () => {
    const running = await startService(service, { env: environment(), logTo: silent });
    await Promise.all([running.stop(), running.stop()]);
    await running.stop();
    await expect(fetch(`${running.healthUrl}/livez`)).rejects.toThrow();
  });

  it('takes no more requests while its shutdown waits for a job', async () => {
    const [begun, held] = [gate(), gate()];
    const work = async (): Promise<void> => {
      begun.open();
      await held.passed;
    };
    const handlers = [handler(echo, (_: OrdersContext, { word }) => ({ word }))];
    const working = { ...service, handlers, jobs: [{ name: 'held', everyMs: 60_000, run: work }] };
    const lines: string[] = [];
    const logTo = { write: (line: string) => void lines.push(line) };
    const running = await startService(working, { env: environment(), logTo });
    const bus = await Bus.connect(nats.url, 'caller');
    await begun.passed;
    const stopped = running.stop();
    const asked = (): Promise<string> =>
      bus.ask(echo, { word: 'ping' }).then(
        () => 'answered',
        () => 'not served',
      );
    await expect.poll(asked).toBe('not served');
    expect(lines.join('')).not.toContain('cut off');
    held.open();
    await stopped;
    await bus.close();
  });

  it('logs one line for each request: caller, operation, outcome and duration', async () => {
    const lines: string[] = [];
    const bus = await Bus.connect(nats.url, 'caller');
    const running = await startEcho(nats.url, (request) => request, { lines });
    await bus.ask(echo, { word: 'HR1210010051863000160' });
    await bus.send(echo.subject, { word: 1 }, 'write').catch(() => undefined);
    await running.stop();
    await bus.close();
    const answered = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ operation }) => operation);
    expect(answered.map(({ operation, outcome }) => [operation, outcome])).toEqual([
      ['payments.echo', 'done'],
      ['payments.echo', 'fieldInvalid'],
    ]);
    expect(answered[0]).toMatchObject({
      requestId: expect.any(String),
      traceId: expect.any(String),
      ms: expect.any(Number),
    });
    expect(lines.join('')).not.toContain('HR12');
  });
});
