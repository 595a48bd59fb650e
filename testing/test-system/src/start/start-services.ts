import { readSigningRules, type ServiceName } from '@xs2a/contracts';
import { loadService } from '@xs2a/sandbox';
import { type Bus, type RunningService, type Service, startService } from '@xs2a/service-kit';
import { asService, connectAsAnyService, freshDatabaseName, natsServer, testKeys, testServers } from '@xs2a/test-kit';
import { type Db, MongoClient } from 'mongodb';
import { IBAN } from '../data/fixtures.ts';
import { eventually } from '../eventually.ts';

/** Loaded when started: a test file pays only for the services that it starts. */
const IN_PRODUCTION: Record<Exclude<ServiceName, 'bank'>, () => Promise<{ readonly service: unknown }>> = {
  accounts: () => import('@xs2a/accounts'),
  consent: () => import('@xs2a/consent'),
  gateway: () => import('@xs2a/gateway'),
  notifier: () => import('@xs2a/notifier'),
  oauth: () => import('@xs2a/oauth'),
  payments: () => import('@xs2a/payments'),
  portal: () => import('@xs2a/portal'),
  sca: () => import('@xs2a/sca'),
};

/** Services of this repository in one process, on a separate bus and new databases, with a clock that the test moves. */
export interface TestServices extends AsyncDisposable {
  readonly bus: Bus;
  readonly natsUrl: string;
  readonly clock: TestClock;
  readonly running: Record<ServiceName, RunningService>;
  database(name: ServiceName): Db;
  /** Returns the variables of a service here, for an additional process. */
  settingsOf(name: ServiceName): Promise<NodeJS.ProcessEnv>;
  /** Restarts a stopped service on its database. */
  restart(name: ServiceName): Promise<void>;
}

/** A clock that a test moves. It starts at the present, because certificates and servers use it. */
export class TestClock {
  #offsetMs = 0;

  readonly now = (): Date => new Date(Date.now() + this.#offsetMs);

  forward(span: { days?: number; hours?: number; minutes?: number; seconds?: number }): void {
    const minutes = ((span.days ?? 0) * 24 + (span.hours ?? 0)) * 60 + (span.minutes ?? 0);
    this.#offsetMs += minutes * 60_000 + (span.seconds ?? 0) * 1_000;
  }

  moveTo(moment: string): void {
    this.#offsetMs = new Date(moment).getTime() - Date.now();
  }
}

export function startServices(...names: ServiceName[]): Promise<TestServices> {
  return startServicesWith({}, ...names);
}

/** Like {@link startServices}, with another profile: the name of a preset, or a file. */
export function startServicesOf(profile: string, ...names: ServiceName[]): Promise<TestServices> {
  return startServicesWith({ PROFILE: profile }, ...names);
}

/** Like {@link startServices}, with variables that differ. */
export async function startServicesWith(variables: NodeJS.ProcessEnv, ...names: ServiceName[]): Promise<TestServices> {
  const { mongoUrl } = testServers();
  // Services of two tests on one bus would share their work.
  const nats = await natsServer();
  const clock = new TestClock();
  const prefix = freshDatabaseName();
  const databaseName = (name: string): string => `${prefix}-${name}`.slice(0, 60);
  const settingsOf = async (name: ServiceName): Promise<NodeJS.ProcessEnv> => ({
    NATS_URL: nats.url,
    ...(await asService(mongoUrl, name, databaseName(name))),
    MONGO_DATABASE: databaseName(name),
    SANDBOX: 'true',
    GATEWAY_PORT: '0',
    PORTAL_URL: 'http://portal.test',
    LOG_LEVEL: 'silent',
    PROFILE: 'hr-full',
    ...testKeys(name),
    ...variables,
  });
  const start = async (name: ServiceName): Promise<RunningService> => {
    const env = await settingsOf(name);
    const isProduction = env['SANDBOX'] !== 'true' && name !== 'bank';
    const service = isProduction ? (await IN_PRODUCTION[name]()).service : await loadService(name);
    return startService(service as Service, { env, clock: clock.now });
  };
  const started = await Promise.all(names.map(async (name) => [name, await start(name)] as const));
  const running = Object.fromEntries(started) as Record<ServiceName, RunningService>;
  const bus = await connectAsAnyService(nats.url);
  if (!names.includes('bank')) await serveSigningRules(bus);
  const client = await MongoClient.connect(mongoUrl, { useBigInt64: true });
  return {
    bus,
    natsUrl: nats.url,
    clock,
    running,
    database: (name) => client.db(databaseName(name)),
    settingsOf,
    async restart(name) {
      running[name] = await start(name);
    },
    async [Symbol.asyncDispose]() {
      for (const service of Object.values(running)) await service.stop();
      await bus.close();
      await client.close();
      await nats[Symbol.asyncDispose]();
    },
  };
}

/** Waits until accounts has all accounts of the sandbox bank. */
export async function untilFed({ database }: Pick<TestServices, 'database'>): Promise<void> {
  const feeds = database('bank').collection('feeds');
  const unfed = { standingOrdersVersion: { $exists: false } };
  await eventually(
    async () => ({ all: await feeds.countDocuments(), behind: await feeds.countDocuments(unfed) }),
    ({ all, behind }) => all > 0 && behind === 0,
    60_000,
  );
}

/** Starts a bank connector with one operation: the company's account needs two signatures, any other account one. */
async function serveSigningRules(bus: Bus): Promise<void> {
  bus.connection.subscribe(readSigningRules.subject, {
    callback: (_, message) => {
      const { accounts } = readSigningRules.request.parse(message.json());
      const ofCompany = accounts.some(({ iban }) => iban === IBAN.corporate);
      message.respond(JSON.stringify({ signaturesNeeded: ofCompany ? 2 : 1 }));
    },
  });
  await bus.connection.flush();
}
