import { createServer } from 'node:net';

/** Every port of `npm start`. The environment variable of the same name overrides it. */
const DEFAULT_PORTS = {
  GATEWAY_PORT: 8080,
  GATEWAY_TLS_PORT: 8443,
  PORTAL_PORT: 8090,
  NATS_PORT: 4222,
  MONGO_PORT: 27017,
  BANK_HEALTH_PORT: 8101,
  SCA_HEALTH_PORT: 8102,
  CONSENT_HEALTH_PORT: 8103,
  ACCOUNTS_HEALTH_PORT: 8104,
  PAYMENTS_HEALTH_PORT: 8105,
  GATEWAY_HEALTH_PORT: 8106,
  PORTAL_HEALTH_PORT: 8107,
  NOTIFIER_HEALTH_PORT: 8108,
  OAUTH_HEALTH_PORT: 8109,
  IDENTITY_PROVIDER_PORT: 8095,
} as const;

/** Added to every port without its own variable. */
const PORT_OFFSET = 'PORT_OFFSET';

export type PortVariable = keyof typeof DEFAULT_PORTS;
export type Ports = Readonly<Record<PortVariable, number>>;

/**
 * Ports from the environment, or their defaults, which `PORT_OFFSET` moves all at once. Throws an error that names every invalid
 * variable.
 */
export function readPorts(env: NodeJS.ProcessEnv): Ports {
  const wrong: string[] = [];
  const takenBy = new Map<number, string>();
  const offset = Number(env[PORT_OFFSET] || 0);
  if (!Number.isInteger(offset)) wrong.push(`${PORT_OFFSET} must be a whole number, such as 10000`);
  const ports = Object.entries(DEFAULT_PORTS).map(([variable, byDefault]) => {
    const port = env[variable] ? Number(env[variable]) : byDefault + offset;
    if (!Number.isInteger(port) || port < 1 || port > 65_535) wrong.push(`${variable} must be a port from 1 to 65535`);
    const other = takenBy.get(port);
    if (other !== undefined) wrong.push(`${variable} and ${other} are both ${port}`);
    takenBy.set(port, variable);
    return [variable, port];
  });
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return Object.fromEntries(ports) as Ports;
}

/** Throws an error that names every port in use and the variable that changes it. */
export async function refuseTakenPorts(ports: Partial<Ports>): Promise<void> {
  const checked = await Promise.all(
    Object.entries(ports).map(async ([variable, port]) => ((await isFree(port)) ? [] : [{ variable, port }])),
  );
  const taken = checked.flat();
  if (taken.length === 0) return;
  throw new Error(
    taken
      .map(({ variable, port }) => `Port ${port} is in use. Choose another: ${variable}=<free port> npm start`)
      .concat(taken.length > 1 ? `Or move all ports at once: ${PORT_OFFSET}=10000 npm start` : [])
      .join('\n'),
  );
}

/** Listens on every address: a listener on any of them makes the port unusable. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
