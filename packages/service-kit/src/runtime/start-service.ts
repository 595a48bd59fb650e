import 'reflect-metadata';
import { setTimeout } from 'node:timers/promises';
import type { InjectionToken } from '@nestjs/common';
import type { DestinationStream } from 'pino';
import type { z } from 'zod';
import { Load } from '../bus/load.ts';
import { WorkLimit } from '../bus/work-limit.ts';
import { type Clock, systemClock } from '../clock.ts';
import { findContext } from '../context/request-context.ts';
import { toScopeTime } from '../context/work-scopes.ts';
import { writeCheckpoints } from '../history/write-checkpoints.ts';
import { HttpListeners } from '../http/http-listener.ts';
import { Jobs, LEASES } from '../jobs/jobs.ts';
import { observeCertificates } from '../observability/certificate-days.ts';
import { createLog, type Log } from '../observability/log.ts';
import { addGauge, createMetrics } from '../observability/metrics.ts';
import { Tracing } from '../observability/tracing.ts';
import { observeQueues } from '../outbox/observe-queues.ts';
import { OutboxSender } from '../outbox/outbox-sender.ts';
import { profileFingerprint } from '../profile/profile-fingerprint.ts';
import { ProfilePeers } from '../profile/profile-peers.ts';
import { MessageProtection } from '../protection/message-protection.ts';
import { scheduleDeletion } from '../retention/retention.ts';
import { refusalToListen } from '../settings/check-listeners.ts';
import { warnOfOldServer } from '../storage/warn-of-old-server.ts';
import { createApplication } from './create-application.ts';
import { fillInDocuments } from './fill-in-documents.ts';
import { createKit, type Kit } from './kit.ts';
import { listeningHealth } from './listening-health.ts';
import { maintainIndexes } from './maintain-indexes.ts';
import { certificateVariables, readSettings } from './read-settings.ts';
import { Servers } from './servers.ts';
import type { Service } from './service.ts';
import { registerVersionMetric } from './version.ts';

interface StartOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly clock?: Clock;
  readonly logTo?: DestinationStream;
}

const CHECKPOINT_EVERY_MS = 60_000;

/** A running service. Disposing it stops it in order and waits for work in progress. */
export interface RunningService extends AsyncDisposable {
  readonly healthUrl: string;
  /** Address of the HTTP listener of gateway and portal. */
  readonly httpUrl?: string;
  readonly log: Log;
  readonly kit: Kit;
  get<T>(token: InjectionToken): T;
  /** Number of requests so far, from the bus and over HTTP. */
  asked(): number;
  stop(): Promise<void>;
}

/** Starts a service in this process: settings, probes, bus and database, handlers, then readiness. */
export async function startService<Config extends z.ZodObject, Context>(
  service: Service<Config, Context>,
  { env, clock = systemClock, logTo }: StartOptions,
): Promise<RunningService> {
  const { config, profile, keys, ignored } = await readSettings(service, env);
  const log = createLog(service.name, config.LOG_LEVEL, logTo);
  for (const { variable, text } of ignored) log.warn({ event: 'variableIgnored' }, `${variable}: ${text}`);
  const metrics = createMetrics(service.name);
  registerVersionMetric(metrics, service.version);
  observeCertificates(metrics, config, certificateVariables(service));
  let ready = false;
  const later: { peers?: ProfilePeers } = {};
  await using opened = new AsyncDisposableStack();
  const tracing = await Tracing.open(config, service.name);
  opened.defer(async () => tracing?.stop());
  const limit = new WorkLimit(config.WORK_AT_ONCE_MAX, config.WORK_WAITING_MAX);
  const load = new Load(limit);
  opened.defer(() => load.stop());
  const servers = new Servers(service, config, log);
  opened.defer(() => servers.stopWatching());
  const remarked: (() => string | undefined)[] = [];
  const missing = async (): Promise<string[]> => [
    ...(ready ? [] : ['service is starting or stopping']),
    ...(await servers.missing()),
  ];
  const remarks = (): string[] => [
    ...(load.isBusy ? ['busy: more work than this replica can do'] : []),
    `version ${service.version}`,
    ...servers.remarks(),
    `profile ${profileFingerprint(profile)}`,
    ...(later.peers?.differing().map((other) => `profile differs: ${other}`) ?? []),
    ...remarked.flatMap((look) => look() ?? []),
  ];
  addGauge(metrics, 'xs2a_ready', 'Whether the service can do its work', async () =>
    (await missing()).length === 0 ? 1 : 0,
  );
  // Started before any dependency, so that the platform can see what the service waits for.
  const health = await listeningHealth(config, { missing, remarks }, metrics);
  opened.defer(() => health.close());
  const { bus, database } = opened.use(await servers.connect({ protection: new MessageProtection(keys), tracing }));
  const peers = new ProfilePeers(service.name, service.abilities ?? [], { bus, profile, log, metrics, now: clock });
  later.peers = peers;
  opened.defer(() => peers.stop());
  if (database !== undefined) {
    await warnOfOldServer(database, log);
    observeQueues(metrics, database, clock);
  }
  const persistence = database && {
    database,
    outbox: new OutboxSender({ bus, database, now: clock, log, metrics }),
    notices: new OutboxSender({ bus, database, now: clock, log, metrics }, 'notices'),
    jobs: new Jobs(database.db.collection(LEASES.name), log, tracing),
  };
  const scopes = database && service.scopes?.(database);
  const now: Clock = scopes === undefined ? clock : () => toScopeTime(clock(), findContext()?.scope);
  const enterScope: Kit['enterScope'] = async (owner) => scopes?.enter(owner);
  const listeners = new HttpListeners(service.http?.sharedAddresses(config));
  const remark = (look: () => string | undefined): void => void remarked.push(look);
  const parts = { config, profile, log, metrics, tracing, bus, keys, peers, now, enterScope, listeners, remark };
  const kit = createKit(parts, persistence);
  const context = await service.createContext(kit);
  await service.onStart?.(context);
  const application = await createApplication(service, kit, context, {
    limit,
    load,
    canWork: () => database?.canWork ?? true,
    scopes,
  }).catch((error: unknown) => {
    throw refusalToListen(error, config, service.listeners ?? []);
  });
  const { jobs = [] } = service;
  for (const { name, everyMs, idle, inEachScope, run } of jobs) {
    const work = (): Promise<unknown> => run(context);
    const runs = inEachScope && scopes !== undefined ? () => scopes.runJob(work) : work;
    const seldom = idle && { everyMs: idle.everyMs, is: () => idle.is(context) };
    kit.jobs.every(name, everyMs, async () => void (await runs()), seldom);
  }
  persistence?.outbox.start();
  persistence?.notices.start();
  if (persistence !== undefined && service.collections.some(({ hasCheckpoints }) => hasCheckpoints)) {
    const { jobs } = persistence;
    jobs.every(
      // Stored leases use this name.
      'sealHistory',
      CHECKPOINT_EVERY_MS,
      async () => void (await writeCheckpoints({ database: persistence.database, now: clock, log })),
    );
  }
  if (persistence !== undefined) {
    maintainIndexes({ ...persistence, now: clock, log, version: service.version });
    fillInDocuments(service.collections, { ...persistence, metrics });
    scheduleDeletion({ ...persistence, bus, metrics, profile, now: clock, log });
  }
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
    // The platform notices the readiness change with a delay; until then requests still come.
    await setTimeout((service.http?.drainSeconds(config) ?? 0) * 1_000);
    await Promise.all([
      application.close(),
      persistence?.jobs.stop(),
      persistence?.outbox.stop(),
      persistence?.notices.stop(),
    ]);
    await service.onStop?.(context);
    peers.stop();
    load.stop();
    servers.stopWatching();
    await bus.close();
    await database?.close();
    await health.close();
    await tracing?.stop();
    log.info({ event: 'stopped' }, `${service.name} has stopped`);
    log.flush();
  };
  return {
    healthUrl: health.url,
    ...('getUrl' in application && { httpUrl: (await application.getUrl()).replace('[::1]', '127.0.0.1') }),
    log,
    kit,
    get: (token) => application.get(token, { strict: false }),
    asked: () => limit.started + listeners.asked,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
