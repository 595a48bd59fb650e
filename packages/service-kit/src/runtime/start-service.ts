import 'reflect-metadata';
import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { InjectionToken } from '@nestjs/common';
import type { DestinationStream } from 'pino';
import type { z } from 'zod';
import { Bus } from '../bus/bus.ts';
import { Load } from '../bus/load.ts';
import { WorkLimit } from '../bus/work-limit.ts';
import { type Clock, systemClock } from '../clock.ts';
import { HISTORY_CHECKPOINTS } from '../history/history-checkpoint.ts';
import { writeCheckpoints } from '../history/write-checkpoints.ts';
import { HttpListeners } from '../http/http-listener.ts';
import { Jobs, LEASES } from '../jobs/jobs.ts';
import { HealthServer } from '../observability/health.ts';
import { createLog, type Log } from '../observability/log.ts';
import { createMetrics } from '../observability/metrics.ts';
import { DEAD_LETTERS } from '../outbox/dead-letters.ts';
import { OutboxSender } from '../outbox/outbox-sender.ts';
import { loadProfile } from '../profile/load-profile.ts';
import { ProfilePeers } from '../profile/profile-peers.ts';
import { MessageProtection } from '../protection/message-protection.ts';
import { readServiceKeys } from '../protection/service-keys.ts';
import { Database } from '../storage/database.ts';
import { databaseAddress } from '../storage/database-address.ts';
import type { StoredCollection } from '../storage/stored-collection.ts';
import { warnOfOldServer } from '../storage/warn-of-old-server.ts';
import { KitConfig, readConfig } from './config.ts';
import { createApplication } from './create-application.ts';
import { fillInDocuments } from './fill-in-documents.ts';
import { createKit, type Kit } from './kit.ts';
import type { Service } from './service.ts';
import { refuseUnsafe } from './unsafe-settings.ts';
import { countVersion } from './version.ts';

interface StartOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly clock?: Clock;
  readonly logTo?: DestinationStream;
}

const CHECKPOINT_EVERY_MS = 60_000;

/** What the kit stores in every database beside the collections of the service. */
export const KIT_COLLECTIONS: readonly StoredCollection[] = [LEASES, DEAD_LETTERS, HISTORY_CHECKPOINTS];

/** A service that answers. Disposing it stops it in order and waits for work in progress. */
export interface RunningService extends AsyncDisposable {
  readonly healthUrl: string;
  /** Address of the HTTP listener of gateway and portal. */
  readonly httpUrl?: string;
  readonly log: Log;
  readonly kit: Kit;
  get<T>(token: InjectionToken): T;
  stop(): Promise<void>;
}

/** Starts a service in this process: configuration, database, bus, handlers, then readiness. */
export async function startService<Config extends z.ZodObject, Context>(
  service: Service<Config, Context>,
  { env, clock = systemClock, logTo }: StartOptions,
): Promise<RunningService> {
  const config = readConfig(KitConfig.extend(service.config.shape), env) as z.output<Config> & KitConfig;
  refuseUnsafe(service.unsafeSettings ?? [], config, env);
  const log = createLog(service.name, config.LOG_LEVEL, logTo);
  const metrics = createMetrics(service.name);
  countVersion(metrics, service.version);
  const profile = loadProfile(config.PROFILE);
  const keys = service.usesKeys === true ? readServiceKeys(service.name, config) : undefined;
  const protection = new MessageProtection(keys);
  let ready = false;
  await using opened = new AsyncDisposableStack();
  const bus = opened.adopt(await Bus.connect(config, service.name, { protection }), (connected) => connected.close());
  const peers = new ProfilePeers(service.name, { bus, profile, log, metrics, now: clock });
  opened.defer(() => peers.stop());
  const stored = service.collections.length > 0;
  const database = stored
    ? await Database.connect(databaseAddress(config), config.MONGO_DATABASE ?? service.name, [
        ...service.collections,
        ...KIT_COLLECTIONS,
      ])
    : undefined;
  opened.defer(async () => database?.close());
  if (database !== undefined) await warnOfOldServer(database, log);
  const remarked: (() => string | undefined)[] = [];
  const limit = new WorkLimit(config.WORK_AT_ONCE_MAX, config.WORK_WAITING_MAX);
  const load = new Load(limit);
  opened.defer(() => load.stop());
  const missing = async (): Promise<string[]> => [
    ...(ready ? [] : ['service is starting or stopping']),
    ...(bus.isConnected ? [] : ['bus is away']),
    ...((await (database?.isReady() ?? true)) ? [] : ['database is away']),
  ];
  const remarks = (): string[] => [
    ...(load.isBusy ? ['busy: more work than this replica can do'] : []),
    `version ${service.version}`,
    `profile ${peers.fingerprint}`,
    ...peers.differing().map((other) => `profile differs: ${other}`),
    ...remarked.flatMap((look) => look() ?? []),
  ];
  const address = { host: config.HEALTH_HOST, port: config.HEALTH_PORT };
  const health = await HealthServer.listen(address, { missing, remarks }, metrics);
  opened.defer(() => health.close());
  const persistence = database && {
    database,
    outbox: new OutboxSender({ bus, database, now: clock, log, metrics }),
    notices: new OutboxSender({ bus, database, now: clock, log, metrics }, 'notices'),
    jobs: new Jobs(database.db.collection(LEASES.name), log),
  };
  const listeners = new HttpListeners(service.http?.sharedAddresses(config));
  const remark = (look: () => string | undefined): void => void remarked.push(look);
  const kit = createKit({ config, profile, log, metrics, bus, now: clock, listeners, remark }, persistence);
  const context = await service.createContext(kit);
  await service.onStart?.(context);
  const application = await createApplication(service, kit, context, {
    limit,
    load,
    canWork: () => database?.canWork ?? true,
  });
  for (const { name, everyMs, run } of service.jobs ?? []) {
    kit.jobs.every(name, everyMs, async () => void (await run(context)));
  }
  persistence?.outbox.start();
  persistence?.notices.start();
  if (persistence !== undefined && service.collections.some(({ hasCheckpoints }) => hasCheckpoints)) {
    const { jobs } = persistence;
    jobs.every(
      // Stored leases have this name.
      'sealHistory',
      CHECKPOINT_EVERY_MS,
      async () => void (await writeCheckpoints({ database: persistence.database, now: clock, log })),
    );
  }
  if (persistence !== undefined) fillInDocuments(service.collections, { ...persistence, metrics });
  ready = true;
  // From here on, stop() closes everything in its own order.
  opened.move();
  log.info(
    { event: 'started', version: service.version, profile: config.PROFILE },
    `${service.name} ${service.version} is ready`,
  );

  const stop = async (): Promise<void> => {
    if (!ready) return;
    ready = false;
    listeners.drain();
    // Readiness is seen a moment later; until then requests still come.
    await setTimeout((service.http?.drainSeconds(config) ?? 0) * 1_000);
    await Promise.all([persistence?.jobs.stop(), persistence?.outbox.stop(), persistence?.notices.stop()]);
    await application.close();
    await service.onStop?.(context);
    peers.stop();
    load.stop();
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
    kit,
    get: (token) => application.get(token, { strict: false }),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Runs a service as this process until SIGTERM or SIGINT. */
export async function serve<Config extends z.ZodObject, Context>(service: Service<Config, Context>): Promise<void> {
  const running = await startService(service, { env: process.env }).catch((error: unknown) => {
    // One line, as of any other event. What an operator must change is in the message; where it was found is of no use.
    const log = createLog(service.name, 'fatal', { write: (line) => writeSync(1, line) });
    log.fatal({ event: 'notStarted' }, error instanceof Error ? error.message : String(error));
    process.exit(1);
  });
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
