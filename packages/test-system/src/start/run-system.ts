import { asService, freePort, mongod, natsServer, testKeys, testKeysFolder, withoutUser } from '@xs2a/test-kit';
import { eventually } from '../eventually.ts';
import { ServiceProcess } from './service-process.ts';

/** Without oauth, which idles under the presets. */
export const SERVICES = ['bank', 'sca', 'consent', 'accounts', 'payments', 'gateway', 'portal', 'notifier'] as const;
/** Milliseconds until accounts holds the sandbox's accounts, on a loaded machine. */
const READY_MS_MAX = 60_000;
export type SystemService = (typeof SERVICES)[number];

/** All services on free ports: real servers, each service a process of its own, the sandbox loaded. */
export interface System extends AsyncDisposable {
  readonly gatewayUrl: string;
  readonly portalUrl: string;
  readonly mongoUrl: string;
  readonly natsUrl: string;
  readonly nats: Awaited<ReturnType<typeof natsServer>>;
  readonly mongo: Awaited<ReturnType<typeof mongod>>;
  readonly services: Record<SystemService, ServiceProcess> & { readonly oauth?: ServiceProcess };
  /** Waits until every service is ready. */
  ready(): Promise<void>;
}

/**
 * A test that stops a server starts `servers` itself. A `connector` replaces the sandbox bank: it is started on the bus and
 * stopped with the rest.
 */
export async function runSystem(
  env: NodeJS.ProcessEnv = {},
  {
    connector,
    envOf,
    withOAuth = false,
    ...servers
  }: Partial<Pick<System, 'nats' | 'mongo'>> & {
    connector?: (natsUrl: string) => Promise<AsyncDisposable>;
    /** With the ninth service, for a profile that offers OAuth. */
    withOAuth?: boolean;
    /** Variables of one service that differ from those of all. */
    envOf?: (name: SystemService | 'oauth') => NodeJS.ProcessEnv;
  } = {},
): Promise<System> {
  const [nats, mongo, gatewayPort, portalPort] = await Promise.all([
    servers.nats ?? natsServer(),
    servers.mongo ?? mongod(),
    freePort(),
    freePort(),
  ]);
  // A connector in another language has no keys; its messages are in clear.
  const keys = testKeysFolder(connector === undefined ? 'bankWithKeys' : 'bankWithoutKeys');
  const portalUrl = `http://localhost:${portalPort}`;
  const shared = {
    NATS_URL: nats.url,
    MONGO_URL: mongo.url,
    GATEWAY_PORT: String(gatewayPort),
    PORTAL_PORT: String(portalPort),
    PORTAL_URL: portalUrl,
    GATEWAY_URL: `http://localhost:${gatewayPort}`,
    SANDBOX: 'true',
    NOTIFICATION_PERMITTED_HOSTS: `localhost:${portalPort}`,
    ...env,
  };
  const prepared = await Promise.all(
    [...SERVICES, ...(withOAuth ? (['oauth'] as const) : [])].map(async (name) => {
      const own = { ...testKeys(name, keys), ...(await asService(mongo.url, name)), ...shared, ...envOf?.(name) };
      own.MONGO_URL = withoutUser(own.MONGO_URL);
      return [name, await ServiceProcess.prepare(name, own)] as const;
    }),
  );
  const services = Object.fromEntries(prepared) as System['services'];
  const { bank: _, ...withoutBank } = services;
  const running = Object.values(connector === undefined ? services : withoutBank);
  for (const service of running) service.start();
  const bank = await connector?.(nats.url);
  const ready = async (): Promise<void> => {
    await Promise.all(running.map((service) => service.ready()));
    if (bank !== undefined) return;
    await eventually(
      () => services.bank.metric('xs2a_bank_accounts_behind'),
      (behind) => behind === 0,
      READY_MS_MAX,
    );
  };
  const system: System = {
    gatewayUrl: `http://localhost:${gatewayPort}`,
    portalUrl,
    natsUrl: nats.url,
    mongoUrl: mongo.url,
    nats,
    mongo,
    services,
    ready,
    async [Symbol.asyncDispose]() {
      await bank?.[Symbol.asyncDispose]();
      await Promise.all(Object.values(services).map((service) => service.discard()));
      await nats[Symbol.asyncDispose]();
      await mongo[Symbol.asyncDispose]();
    },
  };
  try {
    await ready();
    return system;
  } catch (error) {
    await system[Symbol.asyncDispose]();
    throw error;
  }
}
