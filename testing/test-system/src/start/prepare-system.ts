import { asService, freePort, mongod, natsServer, testKeys, testKeysFolder, withoutUser } from '@xs2a/test-kit';
import { eventually } from '../eventually.ts';
import { metricAt } from './probes.ts';

/** Without oauth, which is idle with the presets. */
export const SERVICES = ['bank', 'sca', 'consent', 'accounts', 'payments', 'gateway', 'portal', 'notifier'] as const;
export type SystemService = (typeof SERVICES)[number];
/** Milliseconds until accounts has the sandbox's accounts, on a loaded machine. */
const FED_MS_MAX = 60_000;

/** All services on free ports, with real servers and the sandbox loaded. */
export interface System extends AsyncDisposable {
  readonly gatewayUrl: string;
  readonly portalUrl: string;
  readonly mongoUrl: string;
  readonly natsUrl: string;
  readonly nats: Awaited<ReturnType<typeof natsServer>>;
  readonly mongo: Awaited<ReturnType<typeof mongod>>;
}

/**
 * A test that stops a server starts it itself. A `connector` replaces the sandbox bank: it is started on the bus and stopped with
 * the rest.
 */
export interface SystemOptions extends Partial<Pick<System, 'nats' | 'mongo'>> {
  readonly connector?: (natsUrl: string) => Promise<AsyncDisposable>;
  /** Adds the ninth service, for a profile that offers OAuth. */
  readonly withOAuth?: boolean;
  /** Variables that differ for one service. */
  readonly envOf?: (name: SystemService | 'oauth') => NodeJS.ProcessEnv;
}

/** The servers of a system, and the variables of each service. The caller ends the servers. */
export interface PreparedSystem extends Omit<System, typeof Symbol.asyncDispose> {
  readonly services: ReadonlyMap<SystemService | 'oauth', NodeJS.ProcessEnv>;
}

/** `addressOf` chooses the address of the database. */
export async function prepareSystem(
  env: NodeJS.ProcessEnv,
  options: SystemOptions,
  addressOf: (mongo: System['mongo']) => string,
): Promise<PreparedSystem> {
  const { connector, envOf, withOAuth = false } = options;
  const [nats, mongo, gatewayPort, portalPort] = await Promise.all([
    options.nats ?? natsServer(),
    options.mongo ?? mongod(),
    freePort(),
    freePort(),
  ]);
  const mongoUrl = addressOf(mongo);
  // A connector in another language has no keys; its messages are in clear.
  const keys = testKeysFolder(connector === undefined ? 'bankWithKeys' : 'bankWithoutKeys');
  const [gatewayUrl, portalUrl] = [`http://localhost:${gatewayPort}`, `http://localhost:${portalPort}`];
  const shared = {
    NATS_URL: nats.url,
    MONGO_URL: mongoUrl,
    GATEWAY_PORT: String(gatewayPort),
    PORTAL_PORT: String(portalPort),
    PORTAL_URL: portalUrl,
    GATEWAY_URL: gatewayUrl,
    SANDBOX: 'true',
    NOTIFICATION_PERMITTED_HOSTS: `localhost:${portalPort}`,
    ...env,
  };
  const names = SERVICES.filter((name) => connector === undefined || name !== 'bank');
  const services = await Promise.all(
    [...names, ...(withOAuth ? (['oauth'] as const) : [])].map(async (name) => {
      const own = { ...testKeys(name, keys), ...(await asService(mongoUrl, name)), ...shared, ...envOf?.(name) };
      own.MONGO_URL = withoutUser(own.MONGO_URL);
      return [name, { ...own, HEALTH_PORT: String(await freePort()) }] as const;
    }),
  );
  return {
    gatewayUrl,
    portalUrl,
    natsUrl: nats.url,
    mongoUrl,
    nats,
    mongo,
    services: new Map<SystemService | 'oauth', NodeJS.ProcessEnv>(services),
  };
}

/** Waits until the sandbox bank has fed all its accounts; `healthPort` is that of the bank. */
export async function bankHasFed(healthPort: number): Promise<void> {
  await eventually(
    () => metricAt(healthPort, 'xs2a_bank_accounts_behind'),
    (behind) => behind === 0,
    FED_MS_MAX,
  );
}
