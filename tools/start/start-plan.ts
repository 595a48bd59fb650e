import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOfProgram, SANDBOX } from '../programs.ts';
import { becomesPrimary, memberKey } from './init-replica-set.ts';
import type { Ports, PortVariable } from './ports.ts';
import { isNatsListening, isReady, isReadyAndFed, lacksOf } from './probes.ts';

/**
 * Node flags for a service, here and in its image: a small young generation, a collection when idle, and early ones that count
 * buffers as part of the heap (docs/performance.md).
 */
export const NODE_FLAGS: readonly string[] = [
  '--expose-gc',
  '--max-semi-space-size=8',
  '--heap-growing-percent=60',
  '--external-memory-accounted-in-global-limit',
];
/** Without them the allocator of Linux keeps every large buffer that a thread has ever used (docs/performance.md). */
export const ALLOCATOR: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** Command and probe of a process. */
export interface ProcessPlan {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly answers: () => Promise<boolean>;
  /** Missing dependencies that it reports. */
  readonly lacks?: () => Promise<readonly string[]>;
}

/** The processes in start and stop order. Each group waits for the previous one. */
export interface StartPlan {
  readonly start: readonly (readonly ProcessPlan[])[];
  readonly stop: readonly (readonly ProcessPlan[])[];
}

/** A client that hangs is disconnected after six seconds instead of six minutes (decision 35). */
const REMOVE_HANGING = ['ping_interval: "2s"', 'ping_max: 2'];
/** The same message limit in every run mode: a bulk of 10,000 transactions fits. */
const MAX_PAYLOAD_BYTES = 8 * 1024 * 1024;
const SERVICES = ['bank', 'sca', 'consent', 'accounts', 'payments', 'portal', 'notifier', 'oauth', 'gateway'] as const;
type ServiceName = (typeof SERVICES)[number];

/** Both servers start first, then all nine services at once. Services that accept requests from outside stop first. */
export function startPlanOf(root: string, ports: Ports, { compact }: { readonly compact: boolean }): StartPlan {
  const [nats, mongod] = [natsPlan(root, ports.NATS_PORT), mongodPlan(root, ports.MONGO_PORT)];
  if (compact) {
    const together = compactPlan(root, ports);
    return { start: [[mongod, nats], [together]], stop: [[together], [nats], [mongod]] };
  }
  const plan = (name: ServiceName): ProcessPlan => servicePlan(root, name, ports);
  const [gateway, portal] = [plan('gateway'), plan('portal')];
  const inner = [
    plan('bank'),
    plan('sca'),
    plan('consent'),
    plan('accounts'),
    plan('payments'),
    plan('notifier'),
    plan('oauth'),
  ];
  return {
    start: [
      [mongod, nats],
      [...inner, portal, gateway],
    ],
    stop: [[gateway], [portal], inner, [nats], [mongod]],
  };
}

function natsPlan(root: string, port: number): ProcessPlan {
  const folder = join(root, '.local', 'nats');
  const config = join(folder, 'nats.conf');
  mkdirSync(folder, { recursive: true });
  const lines = ['server_name: xs2a-local', `listen: "127.0.0.1:${port}"`, `max_payload: ${MAX_PAYLOAD_BYTES}`];
  const { certificate, key } = serverCertificate(root);
  const tls = `tls { cert_file: ${JSON.stringify(certificate)}, key_file: ${JSON.stringify(key)} }`;
  const authorization = `include ${JSON.stringify(join('..', 'identities', 'bus-authorization.conf'))}`;
  writeFileSync(config, [...lines, ...REMOVE_HANGING, tls, authorization, ''].join('\n'));
  const command = serverCommand(root, 'nats-server', 'NATS_SERVER');
  return {
    name: 'nats-server',
    command,
    args: ['--config', config],
    folder,
    env: {},
    answers: () => isNatsListening(port),
  };
}

function mongodPlan(root: string, port: number): ProcessPlan {
  const folder = join(root, '.local', 'mongo');
  mkdirSync(folder, { recursive: true });
  const where = ['--dbpath', folder, '--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket'];
  // Little memory, for a laptop. Journalling stays on, so that a killed mongod recovers by itself.
  // Slow-command log lines would contain documents with account numbers.
  const small = ['--wiredTigerCacheSizeGB', '0.5', '--oplogSize', '256', '--quiet', '--slowOpSampleRate', '0'];
  // A transaction left open by a killed service must not block others for a minute.
  const how = ['--replSet', 'rs0', ...small, '--setParameter', 'transactionLifetimeLimitSeconds=10'];
  const { both, authority } = serverCertificate(root);
  const tls = ['--tlsMode', 'requireTLS', '--tlsCertificateKeyFile', both, '--tlsCAFile', authority];
  const identities = identitiesOf(root);
  const who = [...tls, '--tlsAllowConnectionsWithoutCertificates', '--keyFile', memberKey(identities)];
  const command = serverCommand(root, 'mongod', 'MONGOD');
  const args = [...where, ...how, ...who];
  const answers = (): Promise<boolean> => becomesPrimary({ port, identities, authority });
  return { name: 'mongod', command, args, folder, env: {}, answers };
}

/** Folders of `npm start` with the output of `npm run xs2a -- identities` and `npm run xs2a -- certificates sandbox`. */
export function identitiesOf(root: string): string {
  return join(root, '.local', 'identities');
}

/** One certificate for both servers: they run on this machine. */
function serverCertificate(root: string) {
  const folder = join(root, '.local', 'certs');
  const base = join(folder, 'server', 'localhost');
  return {
    certificate: `${base}.pem`,
    key: `${base}.key`,
    both: `${base}.both.pem`,
    authority: join(folder, 'ca.pem'),
  };
}

/** Identity of a service and CA of the servers, as variables; like `identityEnv` of the service kit, which is not built yet here. */
function identity(root: string, name: ServiceName): Record<string, string> {
  const folder = identitiesOf(root);
  const authority = join(root, '.local', 'certs', 'ca.pem');
  const ofDatabase = { MONGO_USER: name, MONGO_PASSWORD_FILE: join(folder, `${name}.mongo-password`) };
  return {
    NATS_NKEY_FILE: join(folder, `${name}.nkey`),
    NATS_CA_FILE: authority,
    MONGO_CA_FILE: authority,
    // The portal stores nothing.
    ...(name !== 'portal' && ofDatabase),
  };
}

function servicePlan(root: string, name: ServiceName, ports: Ports): ProcessPlan {
  const folder = join(root, folderOfProgram(SANDBOX));
  // The full path of main.js, so that a process list shows which clone a process belongs to.
  const args = [...NODE_FLAGS, join(folder, 'bundle', 'main.js'), name];
  const env = { ...ALLOCATOR, ...environmentOf(root, name, ports) };
  const lacks = () => lacksOf(healthPortOf(name, ports));
  return { name, command: process.execPath, args, folder, env, answers: () => answers(name, ports), lacks };
}

/** All services in one process. Each reads its settings from its own file, and has its own identity at bus and database. */
function compactPlan(root: string, ports: Ports): ProcessPlan {
  const settings = join(root, '.local', 'compact');
  mkdirSync(settings, { recursive: true });
  for (const name of SERVICES) {
    const lines = Object.entries(environmentOf(root, name, ports)).map(
      ([variable, value]) => `${variable}="${value}"\n`,
    );
    writeFileSync(join(settings, `${name}.env`), lines.join(''), { mode: 0o600 });
  }
  const folder = join(root, folderOfProgram(SANDBOX));
  return {
    name: 'compact',
    command: process.execPath,
    args: [...NODE_FLAGS, join(folder, 'bundle', 'main.js')],
    folder,
    env: { ...ALLOCATOR, COMPACT_SETTINGS: settings },
    answers: async () => {
      const all = await Promise.all(SERVICES.map((name) => answers(name, ports)));
      return all.every(Boolean);
    },
  };
}

function answers(name: ServiceName, ports: Ports): Promise<boolean> {
  return (name === 'bank' ? isReadyAndFed : isReady)(healthPortOf(name, ports));
}

function healthPortOf(name: ServiceName, ports: Ports): number {
  return ports[`${name.toUpperCase()}_HEALTH_PORT` as PortVariable];
}

function environmentOf(root: string, name: ServiceName, ports: Ports): Record<string, string> {
  const portal = { PORTAL_URL: `http://localhost:${ports.PORTAL_PORT}` };
  const gateway = { GATEWAY_URL: `http://localhost:${ports.GATEWAY_PORT}` };
  // The portal's inbox stands in for the receiver of a TPP.
  const receiver = { NOTIFICATION_PERMITTED_HOSTS: `localhost:${ports.PORTAL_PORT}` };
  const own = {
    gateway: {
      GATEWAY_PORT: String(ports.GATEWAY_PORT),
      ...portal,
      ...gateway,
      ...receiver,
      ...mutualTls(join(root, '.local', 'certs'), ports.GATEWAY_TLS_PORT),
    },
    notifier: { ...receiver, ...bankCertificate(join(root, '.local', 'certs')) },
    oauth: { ...portal, ...gateway },
    sca: portal,
    bank: { ...portal, ...testAuthority(join(root, '.local', 'certs')) },
    portal: { PORTAL_PORT: String(ports.PORTAL_PORT) },
  };
  const keys = join(root, '.local', 'keys');
  return {
    SERVICE_KEYS_FILE: join(keys, 'service-keys.json'),
    PRIVATE_KEYS_FILE: join(keys, `${name}.private.json`),
    NATS_URL: `nats://127.0.0.1:${ports.NATS_PORT}`,
    MONGO_URL: `mongodb://127.0.0.1:${ports.MONGO_PORT}/?replicaSet=rs0&directConnection=true`,
    ...identity(root, name),
    HEALTH_PORT: String(healthPortOf(name, ports)),
    PROFILE: process.env['PROFILE'] || 'hr-full',
    SANDBOX: 'true',
    ...(Object.hasOwn(own, name) ? own[name as keyof typeof own] : {}),
  };
}

/** Returns the variables for the certificates that `npm run xs2a -- certificates sandbox` creates. */
function mutualTls(folder: string, port: number): Record<string, string> {
  return {
    GATEWAY_TLS_PORT: String(port),
    GATEWAY_TLS_CERTIFICATE: join(folder, 'gateway.pem'),
    GATEWAY_TLS_KEY: join(folder, 'gateway.key'),
    TPP_TRUST_LIST: join(folder, 'ca.pem'),
    TPP_REVOCATIONS: join(folder, 'revoked.crl.pem'),
    TPP_STOP_LIST: join(folder, 'stop-list.txt'),
  };
}

/** Returns the variables with which the sandbox bank issues certificates to developers who register. */
function testAuthority(folder: string): Record<string, string> {
  return { TEST_AUTHORITY_CERTIFICATE: join(folder, 'ca.pem'), TEST_AUTHORITY_KEY: join(folder, 'ca.key') };
}

/** The certificate of the bank for calls to TPP receivers, and the CA of their certificates. */
function bankCertificate(folder: string): Record<string, string> {
  return {
    NOTIFIER_TLS_CERTIFICATE: join(folder, 'gateway.pem'),
    NOTIFIER_TLS_KEY: join(folder, 'gateway.key'),
    NOTIFIER_TRUST_LIST: join(folder, 'ca.pem'),
  };
}

/** tools/run.mjs sets the variable of each server. Without it, the copy fetched earlier is used, else PATH. */
function serverCommand(root: string, name: string, variable: string): string {
  const fetched = join(root, '.local', 'bin', name);
  return process.env[variable] || (existsSync(fetched) ? fetched : name);
}
