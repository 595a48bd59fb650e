import 'reflect-metadata';
import {
  type DynamicModule,
  type INestApplication,
  type INestMicroservice,
  type InjectionToken,
  Module,
  type Provider,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AspspProfile, ServiceName } from '@xs2a/contracts';
import type { Collection, Document } from 'mongodb';
import type { DestinationStream } from 'pino';
import type { z } from 'zod';
import { Bus } from './bus.ts';
import { type Clock, systemClock } from './clock.ts';
import { KitConfig, readConfig } from './config.ts';
import { Database } from './database.ts';
import type { Handler, Job } from './handler.ts';
import { HealthServer } from './health.ts';
import { Jobs, LEASES } from './jobs.ts';
import { loadProfile } from './load-profile.ts';
import { createLog, type Log } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { NatsStrategy } from './nats-strategy.ts';
import { OutboxSender } from './outbox-sender.ts';
import { ProfilePeers } from './profile-peers.ts';
import { sealHistory } from './seal-history.ts';
import type { StoredCollection } from './stored-collection.ts';
import { BUS, CLOCK, CONFIG, CONTEXT, DATABASE, JOBS, LOG, METRICS, OUTBOX, PROFILE } from './tokens.ts';
import { WorkLimit } from './work-limit.ts';

/** What a service is: its configuration, its stored documents, and how its context serves operations and jobs. */
export interface Service<Config extends z.ZodObject = z.ZodObject, Context = unknown> {
  readonly name: ServiceName;
  readonly config: Config;
  /** Empty: the service has no database. */
  readonly collections: readonly StoredCollection[];
  /** Makes what the use cases work with, once, before anything is served. */
  readonly createContext?: (kit: Kit<z.output<Config>>) => Context | Promise<Context>;
  /** Operations of the bus and the use cases that answer them. */
  readonly handlers?: readonly Handler<NoInfer<Context>>[];
  readonly jobs?: readonly Job<NoInfer<Context>>[];
  /** Runs before the first request; readiness waits for it. */
  readonly onStart?: (context: NoInfer<Context>) => void | Promise<void>;
  /** Runs after the last request, while bus and database are still there. */
  readonly onStop?: (context: NoInfer<Context>) => void | Promise<void>;
  readonly module?: Type;
  /** Only the gateway and the portal speak HTTP. */
  readonly http?: {
    readonly host: (config: z.output<Config>) => string;
    readonly port: (config: z.output<Config>) => number;
    /** It has controllers that serve operations of the bus besides. */
    readonly servesOperations?: true;
    /** Nest's application for a module that provides `CONTEXT`. */
    readonly create: (
      module: DynamicModule,
      kit: Kit<z.output<Config>>,
      context: NoInfer<Context>,
    ) => Promise<INestApplication>;
  };
}

/** What the kit made for a service. The parts that need a database throw where the service declares no collection. */
export interface Kit<Config = unknown> {
  readonly config: Config & KitConfig;
  readonly profile: AspspProfile;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly bus: Bus;
  readonly now: Clock;
  readonly database: Database;
  readonly outbox: OutboxSender;
  readonly jobs: Jobs;
  readonly collection: <T extends Document>(stored: StoredCollection<T>) => Collection<T>;
}

export interface StartOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly clock?: Clock;
  readonly logTo?: DestinationStream;
}

const SEAL_EVERY_MS = 60_000;

/** A service that answers. Disposing it stops it in order and waits for what is in hand. */
export interface RunningService extends AsyncDisposable {
  readonly healthUrl: string;
  /** Address of the HTTP listener of gateway and portal. */
  readonly httpUrl?: string;
  readonly log: Log;
  get<T>(token: InjectionToken): T;
  stop(): Promise<void>;
}

export function defineService<Config extends z.ZodObject, Context>(
  service: Service<Config, Context>,
): Service<Config, Context> {
  return service;
}

/** Starts a service in this process: configuration, database, bus, handlers, then readiness. */
export async function startService<Config extends z.ZodObject, Context>(
  service: Service<Config, Context>,
  { env, clock = systemClock, logTo }: StartOptions,
): Promise<RunningService> {
  const config = readConfig(KitConfig.extend(service.config.shape), env) as z.output<Config> & KitConfig;
  const log = createLog(service.name, config.LOG_LEVEL, logTo);
  const metrics = createMetrics(service.name);
  const profile = loadProfile(config.PROFILE);
  let ready = false;
  await using opened = new AsyncDisposableStack();
  const bus = opened.adopt(await Bus.connect(config.NATS_URL, service.name), (connected) => connected.close());
  const peers = new ProfilePeers(service.name, { bus, profile, log, metrics, now: clock });
  opened.defer(() => peers.stop());
  const stored = service.collections.length > 0;
  const database = stored
    ? await Database.connect(config.MONGO_URL, config.MONGO_DATABASE ?? service.name, service.collections)
    : undefined;
  opened.defer(async () => database?.close());
  const isReady = async (): Promise<boolean> => ready && bus.isConnected && (await (database?.isReady() ?? true));
  const remarks = (): string[] => [
    `profile ${peers.fingerprint}`,
    ...peers.differing().map((other) => `profile differs: ${other}`),
  ];
  const address = { host: config.HEALTH_HOST, port: config.HEALTH_PORT };
  const health = await HealthServer.listen(address, { isReady, remarks }, metrics);
  opened.defer(() => health.close());
  const persistence = database && {
    database,
    outbox: new OutboxSender({ bus, database, now: clock, log, metrics }),
    notices: new OutboxSender({ bus, database, now: clock, log, metrics }, 'notices'),
    jobs: new Jobs(database.db.collection(LEASES.name), log),
  };
  const kit = createKit({ config, profile, log, metrics, bus, now: clock }, persistence);
  const context = (await service.createContext?.(kit)) as Context;
  const module: DynamicModule = {
    module: service.module ?? ServiceModule,
    global: true,
    providers: [...kitProviders(kit, persistence), { provide: CONTEXT, useValue: context ?? null }],
  };
  await service.onStart?.(context);
  const application = await createApplication(service, module, kit, context);
  for (const { name, everyMs, run } of service.jobs ?? []) {
    kit.jobs.every(name, everyMs, async () => void (await run(context)));
  }
  persistence?.outbox.start();
  persistence?.notices.start();
  if (persistence !== undefined && service.collections.some(({ isSealed }) => isSealed)) {
    const { database: sealed, jobs } = persistence;
    jobs.every(
      'sealHistory',
      SEAL_EVERY_MS,
      async () => void (await sealHistory({ database: sealed, now: clock, log })),
    );
  }
  ready = true;
  // From here on it is closed by stop(), in its order.
  opened.move();
  log.info({ event: 'started', profile: config.PROFILE }, `${service.name} is ready`);

  const stop = async (): Promise<void> => {
    if (!ready) return;
    ready = false;
    await Promise.all([persistence?.jobs.stop(), persistence?.outbox.stop(), persistence?.notices.stop()]);
    await application.close();
    await service.onStop?.(context);
    peers.stop();
    await bus.close();
    await database?.close();
    await health.close();
    log.info({ event: 'stopped' }, `${service.name} has stopped`);
    log.flush();
  };
  return {
    healthUrl: health.url,
    ...('getUrl' in application && { httpUrl: (await application.getUrl()).replace('[::1]', '127.0.0.1') }),
    log,
    get: (token) => application.get(token, { strict: false }),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Runs a service as this process until SIGTERM or SIGINT. */
export async function serve<Config extends z.ZodObject, Context>(service: Service<Config, Context>): Promise<void> {
  const running = await startService(service, { env: process.env });
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      running.log.info({ signal }, 'stopping');
      void running.stop().then(() => process.exit(0));
    });
  }
  process.on('unhandledRejection', (error) => {
    running.log.fatal({ err: error instanceof Error ? error : new Error(String(error)) }, 'unhandled rejection');
    running.log.flush(() => process.exit(1));
  });
}

async function createApplication<Config extends z.ZodObject, Context>(
  service: Service<Config, Context>,
  module: DynamicModule,
  kit: Kit<z.output<Config>>,
  context: Context,
): Promise<INestApplication | INestMicroservice> {
  const { name, http, handlers = [] } = service;
  const { bus, log, metrics } = kit;
  const limit = new WorkLimit(kit.config.WORK_AT_ONCE_MAX, kit.config.WORK_WAITING_MAX);
  const strategy = new NatsStrategy({ bus, log, metrics, limit, service: name });
  for (const { operation, run } of handlers) {
    strategy.serve(operation, (request) => run(context, request as never));
  }
  if (http !== undefined) {
    const application = await http.create(module, kit, context);
    if (http.servesOperations || handlers.length > 0) {
      application.connectMicroservice({ strategy });
      await application.startAllMicroservices();
    }
    await application.listen(http.port(kit.config), http.host(kit.config));
    return application;
  }
  const application = await NestFactory.createMicroservice(module, { strategy, logger: false, abortOnError: false });
  await application.listen();
  return application;
}

/** A service without HTTP has no Nest classes of its own: its handlers are bound to the transport. */
@Module({})
class ServiceModule {}

interface Persistence {
  readonly database: Database;
  readonly outbox: OutboxSender;
  readonly jobs: Jobs;
}

function createKit<Config>(
  parts: Pick<Kit<Config>, 'config' | 'profile' | 'log' | 'metrics' | 'bus' | 'now'>,
  persistence: Persistence | undefined,
): Kit<Config> {
  const stored = (): Persistence => {
    if (persistence === undefined) throw new Error('the service declares no collection and has no database');
    return persistence;
  };
  return {
    ...parts,
    get database() {
      return stored().database;
    },
    get outbox() {
      return stored().outbox;
    },
    get jobs() {
      return stored().jobs;
    },
    collection: <T extends Document>({ name }: StoredCollection<T>) => stored().database.db.collection<T>(name),
  };
}

function kitProviders(kit: Kit, persistence: Persistence | undefined): Provider[] {
  const own = [
    { provide: BUS, useValue: kit.bus },
    { provide: CLOCK, useValue: kit.now },
    { provide: CONFIG, useValue: kit.config },
    { provide: LOG, useValue: kit.log },
    { provide: METRICS, useValue: kit.metrics },
    { provide: PROFILE, useValue: kit.profile },
  ];
  if (persistence === undefined) return own;
  const { database, outbox, jobs } = persistence;
  return [
    ...own,
    { provide: DATABASE, useValue: database },
    { provide: OUTBOX, useValue: outbox },
    { provide: JOBS, useValue: jobs },
    ...database.stored.map(({ token, name }) => ({ provide: token, useFactory: () => database.db.collection(name) })),
  ];
}
