import {
  asService,
  freePort,
  type NatsCluster,
  natsCluster,
  type ReplicaSet,
  replicaSet,
  withoutUser,
} from '@xs2a/test-kit';
import { eventually } from '../eventually.ts';
import { balance } from './balancer.ts';
import { SERVICES, type SystemService } from './prepare-system.ts';
import { ServiceProcess } from './service-process.ts';

const FED_MS_MAX = 90_000;

/** Several replicas of every service on a replica set and a NATS cluster, with a load balancer in front of gateways and portals. */
export interface Cluster extends AsyncDisposable {
  readonly gatewayUrl: string;
  readonly portalUrl: string;
  readonly mongoUrl: string;
  readonly natsUrl: string;
  readonly nats: NatsCluster;
  readonly mongo: ReplicaSet;
  readonly replicas: Record<SystemService, readonly ServiceProcess[]>;
  /** Waits until every replica is ready. */
  ready(): Promise<void>;
}

interface ClusterOptions {
  /** For each service; two by default. */
  readonly replicas?: number;
  readonly nats?: NatsCluster;
  readonly mongo?: ReplicaSet;
}

/** Like `runSystem`, without a single point of failure. `env` are variables that differ. */
export async function runCluster(env: NodeJS.ProcessEnv = {}, options: ClusterOptions = {}): Promise<Cluster> {
  await using opened = new AsyncDisposableStack();
  const nats = opened.use(options.nats ?? (await natsCluster()));
  const mongo = opened.use(options.mongo ?? (await replicaSet()));
  const [gatewayPort, portalPort] = [await freePort(), await freePort()];
  const shared = {
    NATS_URL: nats.url,
    MONGO_URL: mongo.url,
    PORTAL_URL: `http://localhost:${portalPort}`,
    SANDBOX: 'true',
    NOTIFICATION_PERMITTED_HOSTS: `localhost:${portalPort}`,
    ...env,
  };
  shared.MONGO_URL = withoutUser(shared.MONGO_URL);
  const count = options.replicas ?? 2;
  const replicas = {} as Record<SystemService, ServiceProcess[]>;
  const fronts = { gateway: [], portal: [] } as Record<
    'gateway' | 'portal',
    { port: number; process: ServiceProcess }[]
  >;
  for (const name of SERVICES) {
    replicas[name] = [];
    const identity = await asService(mongo.url, name);
    for (let index = 0; index < count; index++) {
      const port = await freePort();
      const listens = { GATEWAY_PORT: String(port), PORTAL_PORT: String(port) };
      const process = await ServiceProcess.prepare(name, { ...identity, ...shared, ...listens });
      replicas[name].push(process);
      if (name === 'gateway' || name === 'portal') fronts[name].push({ port, process });
    }
  }
  const all = Object.values(replicas).flat();
  opened.defer(async () => void (await Promise.all(all.map((process) => process.discard()))));
  const ready = async (): Promise<void> => {
    await Promise.all(all.map((process) => process.ready()));
    await eventually(
      () => Promise.all(replicas.bank.map((bank) => bank.metric('xs2a_bank_accounts_behind'))),
      (behind) => behind.some((number) => number === 0),
      FED_MS_MAX,
    );
  };
  // One replica of each after the other: all of them at once take the processor from the servers.
  for (let index = 0; index < count; index++) {
    const started = SERVICES.flatMap((name) => replicas[name].slice(index, index + 1));
    for (const process of started) process.start();
    await Promise.all(started.map((process) => process.ready()));
  }
  for (const [name, port] of [['gateway', gatewayPort] as const, ['portal', portalPort] as const]) {
    const backends = fronts[name].map(({ port: own, process }) => ({
      port: own,
      isReady: (withinMs: number) => process.isReady(withinMs),
      isAlive: (withinMs: number) => process.isAlive(withinMs),
    }));
    opened.use(await balance(backends, port));
  }
  await ready();
  const everything = opened.move();
  return {
    gatewayUrl: `http://localhost:${gatewayPort}`,
    portalUrl: `http://localhost:${portalPort}`,
    mongoUrl: mongo.url,
    natsUrl: nats.url,
    nats,
    mongo,
    replicas,
    ready,
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}
