import { service as accounts } from '@xs2a/accounts';
import { service as bank } from '@xs2a/bank';
import { service as consent } from '@xs2a/consent';
import { readSigningRules, type ServiceName } from '@xs2a/contracts';
import { service as gateway } from '@xs2a/gateway';
import { service as notifier } from '@xs2a/notifier';
import { service as payments } from '@xs2a/payments';
import { service as portal } from '@xs2a/portal';
import { service as sca } from '@xs2a/sca';
import { Bus, type RunningService, type Service, startService } from '@xs2a/service-kit';
import { freshDatabaseName, natsServer, testServers } from '@xs2a/test-kit';
import { type Db, MongoClient } from 'mongodb';
import { IBAN } from './orders.ts';

const ROOMS: Record<ServiceName, unknown> = { accounts, bank, consent, gateway, notifier, payments, portal, sca };
export type RoomName = ServiceName;

/** Some services in this process on a bus of their own and new databases, with a clock that the test moves. */
export interface Rooms extends AsyncDisposable {
  readonly bus: Bus;
  readonly natsUrl: string;
  readonly clock: TestClock;
  readonly services: Record<RoomName, RunningService>;
  database(name: RoomName): Db;
  /** Starts a service again that was stopped, on its database. */
  restart(name: RoomName): Promise<void>;
}

/** Time as a test wants it. Starts at the present, because certificates and servers live in it. */
export class TestClock {
  #offsetMs = 0;

  readonly now = (): Date => new Date(Date.now() + this.#offsetMs);

  forward(span: { days?: number; hours?: number; minutes?: number }): void {
    this.#offsetMs += ((span.days ?? 0) * 24 + (span.hours ?? 0)) * 3_600_000 + (span.minutes ?? 0) * 60_000;
  }

  moveTo(moment: string): void {
    this.#offsetMs = new Date(moment).getTime() - Date.now();
  }
}

export function runRooms(...names: RoomName[]): Promise<Rooms> {
  return runRoomsWith({}, ...names);
}

/** As {@link runRooms}, under another profile: the name of a preset, or a file. */
export function runRoomsOf(profile: string, ...names: RoomName[]): Promise<Rooms> {
  return runRoomsWith({ PROFILE: profile }, ...names);
}

/** As {@link runRooms}, with variables that differ. */
export async function runRoomsWith(variables: NodeJS.ProcessEnv, ...names: RoomName[]): Promise<Rooms> {
  const { mongoUrl } = testServers();
  // Services of two homes on one bus would share their work.
  const nats = await natsServer();
  const clock = new TestClock();
  const prefix = freshDatabaseName();
  const databaseName = (name: string): string => `${prefix}-${name}`.slice(0, 60);
  const start = (name: RoomName): Promise<RunningService> => {
    const env = {
      NATS_URL: nats.url,
      MONGO_URL: mongoUrl,
      MONGO_DATABASE: databaseName(name),
      SANDBOX: 'true',
      GATEWAY_PORT: '0',
      PORTAL_URL: 'http://portal.test',
      LOG_LEVEL: 'silent',
      PROFILE: 'hr-full',
      ...variables,
    };
    return startService(ROOMS[name] as Service, { env, clock: clock.now });
  };
  const started = await Promise.all(names.map(async (name) => [name, await start(name)] as const));
  const services = Object.fromEntries(started) as Record<RoomName, RunningService>;
  const bus = await Bus.connect(nats.url, 'test');
  if (!names.includes('bank')) await knowSigningRules(bus);
  const client = await MongoClient.connect(mongoUrl, { useBigInt64: true });
  return {
    bus,
    natsUrl: nats.url,
    clock,
    services,
    database: (name) => client.db(databaseName(name)),
    async restart(name) {
      services[name] = await start(name);
    },
    async [Symbol.asyncDispose]() {
      for (const service of Object.values(services)) await service.stop();
      await bus.close();
      await client.close();
      await nats[Symbol.asyncDispose]();
    },
  };
}

/** A bank connector that knows one thing: the company's account needs two signatures, every other one. */
async function knowSigningRules(bus: Bus): Promise<void> {
  bus.connection.subscribe(readSigningRules.subject, {
    callback: (_, message) => {
      const { accounts } = readSigningRules.request.parse(message.json());
      const ofCompany = accounts.some(({ iban }) => iban === IBAN.corporate);
      message.respond(JSON.stringify({ signaturesNeeded: ofCompany ? 2 : 1 }));
    },
  });
  await bus.connection.flush();
}
