import { mongod, natsServer, type SmallDisk, type TestServer, type ToxicProxy, toxiproxy } from '@xs2a/test-kit';
import { SERVICES, type SystemService } from '@xs2a/test-system/start/prepare-system';
import { runSystem, type SystemOfProcesses } from '@xs2a/test-system/start/run-system';
import type { Breakable, Target } from './do-faults.ts';

/** A system without replicas that a campaign may break. */
export interface CampaignSystem extends AsyncDisposable {
  readonly gatewayUrl: string;
  readonly portalUrl: string;
  readonly mongoUrl: string;
  readonly breakable: Breakable;
  readonly logs: () => { name: string; log: string }[];
  readonly endedByThemselves: () => string[];
}

type Links = Map<string, ToxicProxy>;

/** Starts services as processes on one nats-server and one mongod; with `toxics`, a proxy in front of each server for each service. */
export async function singleSystem({ toxics, disk }: { toxics: boolean; disk?: SmallDisk }): Promise<CampaignSystem> {
  await using opened = new AsyncDisposableStack();
  const [nats, mongo] = await Promise.all([natsServer(), mongod(disk)]);
  const links: Links = new Map();
  if (toxics) {
    const proxies = opened.use(await toxiproxy());
    for (const name of SERVICES) {
      for (const [server, { url }] of [['nats', nats] as const, ['mongod', mongo] as const]) {
        const link = `${name}-${server}`;
        links.set(link, await proxies.before(link, Number(new URL(url).port)));
      }
    }
  }
  const envOf = (name: string): NodeJS.ProcessEnv => {
    const [toNats, toMongo] = [links.get(`${name}-nats`)?.host, links.get(`${name}-mongod`)?.host];
    if (toNats === undefined || toMongo === undefined) return {};
    return { NATS_URL: `nats://${toNats}`, MONGO_URL: mongo.url.replace(new URL(mongo.url).host, toMongo) };
  };
  const system = opened.use(await runSystem({ LOG_LEVEL: 'warn' }, { nats, mongo, envOf }));
  const everything = opened.move();
  return {
    gatewayUrl: system.gatewayUrl,
    portalUrl: system.portalUrl,
    mongoUrl: system.mongoUrl,
    breakable: breakableOf(system, links, disk),
    logs: () => Object.values(system.services).map(({ name, log }) => ({ name, log })),
    endedByThemselves: () => {
      // With a full disk mongod exits, as it should.
      const servers = disk === undefined ? [nats, mongo] : [nats];
      return [...Object.values(system.services), ...servers].flatMap((one) => one.endedByItself() ?? []);
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

function breakableOf(system: SystemOfProcesses, links: Links, disk: SmallDisk | undefined): Breakable {
  const none = (): never => {
    throw new Error('a single mongod has no other member');
  };
  return {
    target: async (name) => {
      if (name === 'nats') return serverTarget(name, system.nats);
      if (name === 'mongod') return serverTarget(name, system.mongo);
      return serviceTarget(system, name as SystemService);
    },
    links: (name) => linksNamed(links, name),
    stepDown: none,
    primaryProxy: none,
    fillDisk: async () => disk?.fill(),
    emptyDisk: async () => disk?.empty(),
    ready: () => system.ready(),
  };
}

/** Returns the link of one service, or those of all to one server. */
export function linksNamed(links: Links, name: string): ToxicProxy[] {
  const server = name.split('-').at(-1);
  return [...links].flatMap(([link, proxy]) => {
    return link === name || (name.startsWith('all-') && link.endsWith(`-${server}`)) ? [proxy] : [];
  });
}

export function serverTarget(name: string, server: TestServer): Target {
  return {
    name,
    kill: () => server.stop('SIGKILL'),
    restart: () => server.restart(),
    pause: () => server.pause(),
    resume: () => server.resume(),
  };
}

function serviceTarget({ services }: SystemOfProcesses, name: SystemService): Target {
  const service = services[name];
  return {
    name,
    kill: () => service.stop('SIGKILL'),
    restart: async () => service.start(),
    pause: () => service.pause(),
    resume: async () => service.resume(),
  };
}
