import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { service as accounts } from '@xs2a/accounts';
import { service as bank } from '@xs2a/bank';
import { sandboxFiles, writeSandboxCertificates } from '@xs2a/certificates';
import { service as consent } from '@xs2a/consent';
import { service as gateway } from '@xs2a/gateway';
import { service as notifier } from '@xs2a/notifier';
import { service as oauth } from '@xs2a/oauth';
import { service as payments } from '@xs2a/payments';
import { service as portal } from '@xs2a/portal';
import { service as sandboxGateway } from '@xs2a/sandbox-gateway';
import { service as sandboxPortal } from '@xs2a/sandbox-portal';
import { service as sca } from '@xs2a/sca';
import { type Service, SettingsRefusal, startService } from '@xs2a/service-kit';
import { testKeys } from '@xs2a/test-kit';
import { BUNDLE } from '@xs2a/test-system/start/service-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const OF_SANDBOX = { 'sandbox gateway': sandboxGateway, 'sandbox portal': sandboxPortal };
const SERVICES = { accounts, bank, consent, gateway, notifier, oauth, payments, portal, sca, ...OF_SANDBOX };
type Name = keyof typeof SERVICES;
type Variables = Readonly<Record<string, string>>;

/** A refusal comes before any connection, so that these are never used. */
const UNREACHABLE_SERVERS = { NATS_URL: 'nats://127.0.0.1:9', MONGO_URL: 'mongodb://127.0.0.1:9/', HEALTH_PORT: '0' };
const PORTAL_URL = 'https://portal.bank.example';
const GATEWAY_URL = 'https://xs2a.bank.example';
const LONG = 'mF3-c9_tQ2xW7';

const folder = mkdtempSync(join(tmpdir(), 'xs2a-settings-'));
const at = (name: string): string => join(folder, name);
const files = sandboxFiles(folder);
const TLS = {
  GATEWAY_TLS_PORT: '0',
  GATEWAY_TLS_CERTIFICATE: files.server.certificate,
  GATEWAY_TLS_KEY: files.server.key,
};
const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://127.0.0.1:9' };
/** With these a service has only the faults of a row. */
const SOUND: Readonly<Record<Name, Variables>> = {
  accounts: {},
  bank: { SANDBOX: 'true' },
  consent: {},
  gateway: {
    GATEWAY_URL,
    PORTAL_URL,
    ...TLS,
    GATEWAY_PORT: '0',
    TPP_TRUST_LIST: files.authority.certificate,
    TPP_CRL: 'soft',
  },
  notifier: {},
  oauth: { PORTAL_URL, GATEWAY_URL },
  payments: {},
  portal: { PORTAL_URL, PORTAL_PORT: '0', PROFILE: at('bank.yaml') },
  'sandbox gateway': { SANDBOX: 'true', GATEWAY_PORT: '0', ...TLS },
  'sandbox portal': { SANDBOX: 'true', PORTAL_PORT: '0' },
  sca: { PORTAL_URL, FACTOR_KEY_FILE: at('factor-key') },
};
let taken: Server;
const TAKEN_BY_THIS = '<a port that is taken>';

beforeAll(async () => {
  await writeSandboxCertificates(folder);
  writeFileSync(at('factor-key'), Buffer.alloc(32, 7).toString('base64'));
  writeFileSync(at('short-key'), Buffer.alloc(16, 7).toString('base64'));
  writeFileSync(at('weak'), 'guest-guest\n');
  writeFileSync(at('address-weak'), 'mongodb://xs2a:changeme@127.0.0.1/\n');
  writeFileSync(at('address-without-checks'), 'mongodb://127.0.0.1/?tls=true&tlsInsecure=true\n');
  writeFileSync(at('empty'), '');
  writeFileSync(at('profile.yaml'), 'limits:\n  historyWeeks: 4\nwireStyle: xml\n');
  writeFileSync(at('bank.yaml'), 'aspspName: Banka d.d.\n');
  writeFileSync(at('other.key'), generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
});
afterAll(() => {
  taken.close();
  rmSync(folder, { recursive: true });
});

function environmentOf(name: Name, env: Variables): Variables {
  const port = String((taken.address() as { port: number }).port);
  const given = Object.entries(env).map(([variable, value]) => [variable, value === TAKEN_BY_THIS ? port : value]);
  return {
    ...UNREACHABLE_SERVERS,
    ...testKeys(SERVICES[name].name),
    ...SOUND[name],
    ...Object.fromEntries(given),
  };
}

/** Returns the faults for which a service refuses to start, each as a line. An empty variable counts as unset. */
async function faultsOf(name: Name, env: Variables): Promise<string[]> {
  const started = startService(SERVICES[name] as unknown as Service, { env: environmentOf(name, env) });
  const refused: unknown = await started.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(refused instanceof SettingsRefusal)) throw new Error('not refused for its settings', { cause: refused });
  return refused.faults.map(({ variable, text }) => `${variable}: ${text}`);
}

/** Service, the variable in the message, and the fault. */
const UNSAFE: readonly (readonly [Name, string, Variables])[] = [
  ['gateway', 'PORTAL_URL', { PORTAL_URL: '' }],
  ['gateway', 'PORTAL_URL', { PORTAL_URL: 'http://portal.bank.example' }],
  ['gateway', 'GATEWAY_URL', { GATEWAY_URL: '' }],
  ['gateway', 'GATEWAY_URL', { GATEWAY_URL: 'http://xs2a.bank.example' }],
  ['sca', 'PORTAL_URL', { PORTAL_URL: '' }],
  ['sca', 'PORTAL_URL', { PORTAL_URL: 'http://portal.bank.example' }],
  ['oauth', 'PORTAL_URL', { PORTAL_URL: 'http://portal.bank.example' }],
  ['oauth', 'GATEWAY_URL', { GATEWAY_URL: '' }],
  ['portal', 'PORTAL_URL', { PORTAL_URL: '' }],
  ['portal', 'PORTAL_URL', { PORTAL_URL: 'http://portal.bank.example' }],
  ['gateway', 'TRUSTED_PROXIES', { TRUSTED_PROXIES: '0.0.0.0/0' }],
  ['gateway', 'TRUSTED_PROXIES', { TRUSTED_PROXIES: '::/0' }],
  ['gateway', 'TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.1, 0.0.0.0/1,128.0.0.0/1' }],
  ['gateway', 'TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/7' }],
  ['gateway', 'TRUSTED_PROXIES', { TRUSTED_PROXIES: '172.16.0.0/8' }],
  ['gateway', 'TRUSTED_PROXIES', { TRUSTED_PROXIES: '203.0.113.0/16' }],
  ['gateway', 'TRUSTED_PROXIES', { TRUSTED_PROXIES: '::ffff:0:0/96' }],
  ['gateway', 'TRUSTED_PROXIES', { TRUSTED_PROXIES: '::/64' }],
  ['gateway', 'TRUSTED_PROXIES', { TRUSTED_PROXIES: '2001:db8::/32' }],
  ['gateway', 'TRUSTED_PROXIES', { SANDBOX: 'true', TRUSTED_PROXIES: '0.0.0.0/0' }],
  ['gateway', 'PROXY_PROTOCOL_PEERS', { PROXY_PROTOCOL_PEERS: '10.0.0.0/7' }],
  [
    'gateway',
    'PROXY_PROTOCOL_PEERS',
    { PROXY_PROTOCOL_PEERS: '10.0.0.7', GATEWAY_TLS_PORT: '', TRUSTED_PROXIES: '10.0.0.7' },
  ],
  ['gateway', 'GATEWAY_HOST', { GATEWAY_HOST: '0.0.0.0' }],
  ['gateway', 'GATEWAY_HOST', { GATEWAY_HOST: '::' }],
  ['gateway', 'NOTIFICATION_PERMITTED_HOSTS', { NOTIFICATION_PERMITTED_HOSTS: 'localhost:80' }],
  ['notifier', 'NOTIFICATION_PERMITTED_HOSTS', { NOTIFICATION_PERMITTED_HOSTS: 'localhost:80' }],
  ['sandbox portal', 'SANDBOX', { PORTAL_HOST: '0.0.0.0' }],
  ['bank', 'SANDBOX', { SANDBOX: '' }],
  ['accounts', 'PAGE_TOKEN_KEY', { PAGE_TOKEN_KEY: 'x'.repeat(40) }],
  ['payments', 'MONGO_URL', { MONGO_URL: 'mongodb://127.0.0.1/?tls=true&tlsInsecure=true' }],
  ['payments', 'MONGO_URL', { MONGO_URL: 'mongodb://127.0.0.1/?tls=true&tlsAllowInvalidCertificates=true' }],
  ['payments', 'MONGO_URL', { MONGO_URL: 'mongodb://xs2a:changeme@127.0.0.1/' }],
  ['payments', 'NATS_URL', { NATS_NKEY_FILE: '', NATS_URL: 'nats://xs2a:guest@127.0.0.1:9' }],
  ['payments', 'NATS_PASSWORD', { NATS_NKEY_FILE: '', NATS_USER: 'p', NATS_PASSWORD: 'guest-guest' }],
  ['payments', 'MONGO_PASSWORD', { MONGO_USER: 'p', MONGO_PASSWORD: 'guest-guest' }],
  ['payments', 'MONGO_URL_FILE', { MONGO_URL: '', MONGO_URL_FILE: at('address-without-checks') }],
  ['payments', 'MONGO_URL_FILE', { MONGO_URL: '', MONGO_URL_FILE: at('address-weak') }],
  ['payments', 'MONGO_PASSWORD_FILE', { MONGO_USER: 'p', MONGO_PASSWORD_FILE: at('weak') }],
  ['payments', 'NATS_PASSWORD_FILE', { NATS_NKEY_FILE: '', NATS_USER: 'p', NATS_PASSWORD_FILE: at('weak') }],
  ['payments', 'MONGO_USER', { MONGO_USER: 'p' }],
  ['consent', 'NODE_TLS_REJECT_UNAUTHORIZED', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
];

describe('a service does not start with an unsafe setting, and reports only that setting', () => {
  it.each(UNSAFE)('%s: %s in %j', async (name, variable, env) => {
    const faults = await faultsOf(name, env);
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${variable}: `))]);
    for (const value of Object.values(env).filter((one) => one.length > 5)) expect(faults[0]).not.toContain(value);
  });

  it.each(['203.0.113.7', '2001:4860::1'])('consent: probes at %s, an address of the internet', async (host) => {
    expect(await faultsOf('consent', { HEALTH_HOST: host })).toContainEqual(
      expect.stringContaining('HEALTH_HOST: metrics are for the platform alone'),
    );
  });
});

/** Service, fault, and message. */
const UNUSABLE: readonly (readonly [Name, Variables, readonly string[]])[] = [
  ['gateway', { GATEWAY_PROT: '1' }, ['GATEWAY_PROT: there is no such variable; is GATEWAY_PORT meant?']],
  ['consent', { HEALTH_PROT: '1' }, ['HEALTH_PROT: there is no such variable; is HEALTH_PORT meant?']],
  ['payments', { MONGO_URI: 'x' }, ['MONGO_URI: there is no such variable; is MONGO_URL meant?']],
  ['consent', { TPP_TRUSTLIST: 'x' }, ['TPP_TRUSTLIST: there is no such variable; is TPP_TRUST_LIST meant?']],
  [
    'gateway',
    { GATEWAY_PORT_8080_TCP_ADDR: '10.0.0.1' },
    ['GATEWAY_PORT_8080_TCP_ADDR: is of Kubernetes or Docker; turn service links off (enableServiceLinks: false)'],
  ],
  ['consent', { HEALTH_PORT: TAKEN_BY_THIS }, ['HEALTH_PORT: the port is taken']],
  ['gateway', { GATEWAY_PORT: TAKEN_BY_THIS }, ['GATEWAY_PORT: the port is taken']],
  ['gateway', { GATEWAY_TLS_PORT: TAKEN_BY_THIS }, ['GATEWAY_TLS_PORT: the port is taken']],
  ['portal', { PORTAL_PORT: TAKEN_BY_THIS }, ['PORTAL_PORT: the port is taken']],
  ['portal', { PORTAL_HOST: '192.0.2.7' }, ['PORTAL_HOST: is no address to listen at (EADDRNOTAVAIL)']],
  ['consent', { NATS_URL: 'not an address' }, ['NATS_URL: is no address of a NATS server (nats://host:4222)']],
  [
    'consent',
    { NATS_URL: 'nats://a:4222,nats://b:port' },
    ['NATS_URL: is no address of a NATS server (nats://host:4222)'],
  ],
  ['consent', { MONGO_URL: 'localhost:27017' }, [expect.stringMatching(/^MONGO_URL: is no address of MongoDB/)]],
  [
    'consent',
    { MONGO_URL: 'mongodb://a/?retryWrite=true' },
    [expect.stringMatching(/^MONGO_URL: is no address of MongoDB/)],
  ],
  [
    'consent',
    { MONGO_URL: 'mongodb://a/?readConcernLevel=local' },
    [expect.stringMatching(/^MONGO_URL: must not weaken/)],
  ],
  [
    'consent',
    { MONGO_URL: `mongodb://a/?tls=true&tlsCAFile=${at('nowhere')}` },
    ['MONGO_URL: the file of its option tlsCAFile cannot be read'],
  ],
  ['consent', { NATS_NKEY_FILE: at('nowhere') }, ['NATS_NKEY_FILE: the file cannot be read (ENOENT)']],
  [
    'consent',
    { PROFILE: at('nowhere.yaml') },
    [expect.stringMatching(/^PROFILE: .*nor a file that can be read \(ENOENT\)$/)],
  ],
  [
    'consent',
    { PROFILE: at('profile.yaml') },
    [expect.stringMatching(/^PROFILE: .*:3: wireStyle/), expect.stringMatching(/^PROFILE: .*:2: limits.historyWeeks/)],
  ],
  [
    'consent',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    [expect.stringMatching(/^OTEL_EXPORTER_OTLP_ENDPOINT: Invalid URL/)],
  ],
  [
    'consent',
    { OTEL_EXPORTER_OTLP_ENDPOINT: `https://xs2a:${LONG}@collector.example` },
    ['OTEL_EXPORTER_OTLP_ENDPOINT: must have no user, query or fragment'],
  ],
  [
    'consent',
    { ...COLLECTOR, OTEL_EXPORTER_OTLP_HEADERS: LONG },
    ['OTEL_EXPORTER_OTLP_HEADERS: has no headers (name=value, …)'],
  ],
  [
    'consent',
    { ...COLLECTOR, OTEL_EXPORTER_OTLP_HEADERS_FILE: at('nowhere') },
    ['OTEL_EXPORTER_OTLP_HEADERS_FILE: the file cannot be read (ENOENT)'],
  ],
  [
    'consent',
    { ...COLLECTOR, OTEL_EXPORTER_OTLP_HEADERS: `a=${LONG}`, OTEL_EXPORTER_OTLP_HEADERS_FILE: at('empty') },
    [
      'OTEL_EXPORTER_OTLP_HEADERS: only one of OTEL_EXPORTER_OTLP_HEADERS and OTEL_EXPORTER_OTLP_HEADERS_FILE can be set',
    ],
  ],
  [
    'consent',
    { ...COLLECTOR, OTEL_EXPORTER_OTLP_CERTIFICATE: at('nowhere') },
    ['OTEL_EXPORTER_OTLP_CERTIFICATE: the file cannot be read (ENOENT)'],
  ],
  [
    'consent',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_EXPORTER_OTLP_CERTIFICATE: at('empty') },
    ['OTEL_EXPORTER_OTLP_CERTIFICATE: needs https in OTEL_EXPORTER_OTLP_ENDPOINT'],
  ],
  [
    'consent',
    { ...COLLECTOR, OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: files.server.certificate },
    ['OTEL_EXPORTER_OTLP_CLIENT_KEY: must be set with OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE'],
  ],
  [
    'consent',
    { OTEL_EXPORTER_OTLP_ENDPONT: 'https://collector.example' },
    ['OTEL_EXPORTER_OTLP_ENDPONT: there is no such variable; is OTEL_EXPORTER_OTLP_ENDPOINT meant?'],
  ],
  ['sca', { SERVICE_KEYS_FILE: at('nowhere') }, ['SERVICE_KEYS_FILE: the file cannot be read (ENOENT)']],
  ['sca', { SERVICE_KEYS_FILE: at('empty') }, ['SERVICE_KEYS_FILE: is no file with public keys']],
  ['sca', testKeysOf('bank'), ['PRIVATE_KEYS_FILE: has no key of sca for signing (Ed25519)']],
  ['sca', { FACTOR_KEY_FILE: at('short-key') }, ['FACTOR_KEY_FILE: must hold 32 bytes in base64']],
  ['sca', { FACTOR_KEY_FILE: '' }, ['FACTOR_KEY_FILE: must be set where the profile offers totp']],
  ['sca', { PASSWORD_KEYS_FILE: at('empty') }, [expect.stringMatching(/^PASSWORD_KEYS_FILE: is no JWK Set/)]],
  ['gateway', { GATEWAY_TLS_KEY: at('other.key') }, ['GATEWAY_TLS_KEY: does not fit GATEWAY_TLS_CERTIFICATE']],
  ['gateway', { GATEWAY_TLS_KEY: at('empty') }, ['GATEWAY_TLS_KEY: has no private key in PEM']],
  ['gateway', { GATEWAY_TLS_KEY: '' }, ['GATEWAY_TLS_KEY: must be set with GATEWAY_TLS_CERTIFICATE']],
  ['gateway', { GATEWAY_TLS_CERTIFICATE: at('empty') }, ['GATEWAY_TLS_CERTIFICATE: has no certificate in PEM']],
  [
    'gateway',
    { GATEWAY_TLS_CERTIFICATE: at('nowhere') },
    ['GATEWAY_TLS_CERTIFICATE: the file cannot be read (ENOENT)'],
  ],
  [
    'notifier',
    { NOTIFIER_TLS_CERTIFICATE: files.server.certificate, NOTIFIER_TLS_KEY: at('other.key') },
    ['NOTIFIER_TLS_KEY: does not fit NOTIFIER_TLS_CERTIFICATE'],
  ],
  [
    'consent',
    { NATS_CERTIFICATE_FILE: files.server.certificate, NATS_KEY_FILE: at('other.key') },
    ['NATS_KEY_FILE: does not fit NATS_CERTIFICATE_FILE'],
  ],
  [
    'gateway',
    { GATEWAY_TLS_PORT: '' },
    [expect.stringMatching(/^GATEWAY_TLS_PORT: must be set: without it no TPP can come in/)],
  ],
  [
    'gateway',
    { SANDBOX: 'true', GATEWAY_TLS_PORT: '' },
    [expect.stringMatching(/^GATEWAY_TLS_PORT: must be set: without it no TPP can come in/)],
  ],
  [
    'sandbox gateway',
    { GATEWAY_HOST: '0.0.0.0', GATEWAY_TLS_PORT: '' },
    [expect.stringMatching(/^GATEWAY_TLS_PORT: must be set: without it no TPP can come in/)],
  ],
  ['gateway', { TPP_TRUST_LIST: '' }, [expect.stringMatching(/^TPP_TRUST_LIST: must be set outside the sandbox/)]],
  ['gateway', { TPP_TRUST_LIST: at('empty') }, ['TPP_TRUST_LIST: contains no certificate']],
  ['gateway', { TPP_STOP_LIST: at('nowhere') }, ['TPP_STOP_LIST: the file cannot be read (ENOENT)']],
  ['gateway', { TPP_CRL: '' }, [expect.stringMatching(/^TPP_REVOCATIONS: this, TPP_OCSP or TPP_CRL must be set/)]],
  ['gateway', { TPP_REGISTER: 'warn' }, ['TPP_REGISTER_FILE: must be set where TPP_REGISTER is warn or enforce']],
  [
    'portal',
    { PROFILE: 'hr-full' },
    ['PROFILE: aspspName must be set outside the sandbox: Demo banka is the bank of the sandbox'],
  ],
  ['gateway', { TRUSTED_PROXIES: 'everybody' }, ['TRUSTED_PROXIES: must be addresses or subnets, separated by commas']],
  [
    'gateway',
    { PROXY_PROTOCOL_PEERS: 'everybody' },
    ['PROXY_PROTOCOL_PEERS: must be addresses or subnets, separated by commas'],
  ],
];

describe('a service does not start with an unusable setting, and reports only that setting', () => {
  it.each(UNUSABLE)('%s: %j', async (name, env, faults) => {
    expect(await faultsOf(name, env)).toEqual(faults);
  });

  it('all faults are reported at once, including those in files and contradictions', async () => {
    const env = {
      GATEWAY_PROT: '1',
      LOG_LEVEL: 'loud',
      HEALTH_PORT: TAKEN_BY_THIS,
      PROFILE: at('nowhere.yaml'),
      NATS_URL: 'nats://',
      MONGO_URL: 'x',
      GATEWAY_TLS_KEY: at('other.key'),
      TPP_STOP_LIST: at('nowhere'),
      GATEWAY_URL: '',
      PORTAL_URL: '',
      TRUSTED_PROXIES: '::/0',
      SERVICE_KEYS_FILE: '',
      PRIVATE_KEYS_FILE: '',
    };
    const named = (await faultsOf('gateway', env)).map((line) => line.split(':')[0]);
    expect(new Set(named)).toEqual(new Set(Object.keys(env)));
  });
});

describe('a service', () => {
  it.each<[Name, Variables]>([
    ['gateway', { GATEWAY_HOST: '0.0.0.0', TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8, 203.0.113.7, 2001:db8::/64' }],
    ['gateway', { GATEWAY_TLS_PORT: '', TRUSTED_PROXIES: '10.0.0.7' }],
    ['gateway', { GATEWAY_URL: '', DOCS: 'off' }],
    // Shell variables: single words anywhere, and in a sandbox everything that only resembles a setting.
    ['gateway', { PORTAL: 'http://localhost:8090', GATEWAY: 'x', MONGO: 'x', TPP: 'x' }],
    ['portal', { SANDBOX: 'true', PORTAL_PROT: '1', MONGO_URI: 'x', GATEWAY_HOME: 'x' }],
    ['sandbox gateway', { PORTAL_URL: 'http://localhost:8090', GATEWAY_TLS_PORT: '', TPP_TRUST_LIST: '' }],
    ['sandbox portal', { PORTAL_HOST: '0.0.0.0', SANDBOX_PORTAL_IS_PUBLIC: 'true' }],
    ['portal', { PORTAL_HOST: '0.0.0.0' }],
    ['consent', { HEALTH_HOST: '0.0.0.0', NATS_NKEY_FILE: '', NATS_USER: 'consent', NATS_PASSWORD: LONG }],
    // Services may share one environment with each other, with commands and with other programs.
    [
      'consent',
      {
        REQUESTS_CA_BUNDLE: 'x',
        PORTAL_HOST: 'x',
        NATS_SERVER: 'x',
        MONGO_URL_PAYMENTS: 'x',
        OTEL_X: 'x',
        LOG_X: 'x',
        BANK_API: 'x',
      },
    ],
  ])('accepts harmless variables: %s, %j', async (name, env) => {
    // One fault, so that it does not start.
    const faults = await faultsOf(name, { ...env, LOG_LEVEL: 'loud' });
    expect(faults).toEqual([expect.stringMatching(/^LOG_LEVEL: /)]);
  });
});

describe('a service as a process', () => {
  it('writes one JSON line for all its faults, no stack and no value, and ends with 2', async () => {
    const env = environmentOf('gateway', {
      GATEWAY_PROT: 's3cr3t',
      MONGO_URL: 'mongodb://u:s3cr3t-xY7-kq@x:y/',
      TPP_CRL: '',
    });
    const child = spawn(process.execPath, ['--expose-gc', BUNDLE], {
      cwd: `${ROOT}services/gateway`,
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    });
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    const [line = '', ...others] = said.join('').trimEnd().split('\n');
    expect([code, others]).toEqual([2, []]);
    const variables = ['GATEWAY_PROT', 'TPP_REVOCATIONS', 'MONGO_URL'];
    expect(JSON.parse(line)).toMatchObject({ level: 'fatal', service: 'gateway', event: 'notStarted', variables });
    expect(line).not.toContain('s3cr3t');
  });
});

function testKeysOf(service: Name): Variables {
  const { PRIVATE_KEYS_FILE } = testKeys(service);
  return { PRIVATE_KEYS_FILE };
}
