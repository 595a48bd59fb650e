import { natsCluster, replicaSet, type ToxicProxy, toxiproxy } from '@xs2a/test-kit';
import type { SystemService } from '@xs2a/test-system/start/prepare-system';
import { type Cluster, runCluster } from '@xs2a/test-system/start/run-cluster';
import type { Breakable, Target } from './do-faults.ts';
import { type CampaignSystem, linksNamed, serverTarget } from './single-system.ts';

/**
 * Starts two replicas of each service on three mongods and three nats-servers. `proxied`: clients reach each member of both
 * through a proxy, as mongods reach each other.
 */
export async function clusterSystem({ proxied }: { proxied: boolean }): Promise<CampaignSystem> {
  await using opened = new AsyncDisposableStack();
  const links = new Map<string, ToxicProxy>();
  const proxies = proxied ? opened.use(await toxiproxy()) : undefined;
  const advertise = (server: string) => async (port: number) => {
    if (proxies === undefined) return `127.0.0.1:${port}`;
    const link = `${port}-${server}`;
    const proxy = await proxies.before(link, port);
    links.set(link, proxy);
    return proxy.host;
  };
  const [nats, mongo] = await Promise.all([
    natsCluster({ advertise: advertise('nats') }),
    replicaSet({ advertise: advertise('mongod') }),
  ]);
  const cluster = opened.use(await runCluster({ LOG_LEVEL: 'warn' }, { nats, mongo }));
  const everything = opened.move();
  const replicas = Object.values(cluster.replicas).flat();
  return {
    gatewayUrl: cluster.gatewayUrl,
    portalUrl: cluster.portalUrl,
    mongoUrl: cluster.mongoUrl,
    breakable: breakableOf(cluster, links),
    logs: () => replicas.map(({ name, log }) => ({ name, log })),
    endedByThemselves: () =>
      [...replicas, ...nats.members, ...mongo.members].flatMap((one) => one.endedByItself() ?? []),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

function breakableOf(cluster: Cluster, links: Map<string, ToxicProxy>): Breakable {
  const turns = new Map<string, number>();
  /** One after the other, so that every replica and every member is used. */
  const inTurn = <T>(name: string, all: readonly T[]): T => {
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    return all[turn % all.length] as T;
  };
  return {
    target: async (name): Promise<Target> => {
      if (name === 'nats') return serverTarget(name, inTurn(name, cluster.nats.members));
      if (name === 'mongod') return serverTarget(name, await cluster.mongo.primary());
      const replica = inTurn(name, cluster.replicas[name as SystemService]);
      return {
        name,
        kill: () => replica.stop('SIGKILL'),
        restart: async () => replica.start(),
        pause: () => replica.pause(),
        resume: async () => replica.resume(),
      };
    },
    // Toxics on one member's link: the others stay unchanged.
    links: (name) => {
      const server = name.split('-').at(-1) ?? '';
      return name.startsWith('all-')
        ? linksNamed(links, name)
        : [inTurn(`link-${server}`, linksNamed(links, `all-${server}`))];
    },
    stepDown: () => cluster.mongo.stepDown(20),
    primaryProxy: async () => {
      const { url } = await cluster.mongo.primary();
      const proxy = links.get(`${new URL(url).port}-mongod`);
      if (proxy === undefined) throw new Error('the primary has no proxy');
      return proxy;
    },
    fillDisk: async () => undefined,
    emptyDisk: async () => undefined,
    ready: () => cluster.ready(),
  };
}
