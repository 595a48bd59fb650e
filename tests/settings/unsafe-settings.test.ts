import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** It is refused before anything else is opened, so that these are never connected to. */
const NOWHERE = { NATS_URL: 'nats://127.0.0.1:9', MONGO_URL: 'mongodb://127.0.0.1:9/', HEALTH_PORT: '0' };
const PORTAL_URL = 'https://portal.bank.example';
const LONG = 'mF3-c9_tQ2xW7';

/** Service, the variable that the line must name, and what is unsafe. */
const ROWS: readonly (readonly [string, string, Record<string, string>])[] = [
  ['gateway', 'PORTAL_URL', {}],
  ['gateway', 'PORTAL_URL', { PORTAL_URL: 'http://portal.bank.example' }],
  ['sca', 'PORTAL_URL', { PORTAL_URL: 'http://portal.bank.example' }],
  ['portal', 'PORTAL_URL', {}],
  ['portal', 'PORTAL_URL', { PORTAL_URL: 'http://portal.bank.example' }],
  ['gateway', 'TRUSTED_PROXIES', { PORTAL_URL, TRUSTED_PROXIES: '0.0.0.0/0' }],
  ['gateway', 'TRUSTED_PROXIES', { PORTAL_URL, TRUSTED_PROXIES: '::/0' }],
  ['gateway', 'TRUSTED_PROXIES', { PORTAL_URL, TRUSTED_PROXIES: '10.0.0.1, 0.0.0.0/1,128.0.0.0/1' }],
  ['gateway', 'TRUSTED_PROXIES', { PORTAL_URL, TRUSTED_PROXIES: '10.0.0.0/7' }],
  ['gateway', 'TRUSTED_PROXIES', { PORTAL_URL, TRUSTED_PROXIES: '172.16.0.0/8' }],
  ['gateway', 'TRUSTED_PROXIES', { PORTAL_URL, TRUSTED_PROXIES: '203.0.113.0/16' }],
  ['gateway', 'TRUSTED_PROXIES', { PORTAL_URL, TRUSTED_PROXIES: '::ffff:0:0/96' }],
  ['gateway', 'TRUSTED_PROXIES', { PORTAL_URL, TRUSTED_PROXIES: '::/64' }],
  ['gateway', 'TRUSTED_PROXIES', { PORTAL_URL, TRUSTED_PROXIES: '2001:db8::/32' }],
  ['gateway', 'TRUSTED_PROXIES', { SANDBOX: 'true', TRUSTED_PROXIES: '0.0.0.0/0' }],
  ['gateway', 'GATEWAY_HOST', { PORTAL_URL, GATEWAY_HOST: '0.0.0.0' }],
  ['gateway', 'GATEWAY_HOST', { PORTAL_URL, GATEWAY_HOST: '::' }],
  ['gateway', 'NOTIFICATION_PERMITTED_HOSTS', { PORTAL_URL, NOTIFICATION_PERMITTED_HOSTS: 'localhost:80' }],
  ['notifier', 'NOTIFICATION_PERMITTED_HOSTS', { NOTIFICATION_PERMITTED_HOSTS: 'localhost:80' }],
  ['portal', 'SANDBOX', { SANDBOX: 'true', PORTAL_HOST: '0.0.0.0' }],
  ['portal', 'SANDBOX', { SANDBOX: 'true', PORTAL_HOST: '192.0.2.7' }],
  ['bank', 'SANDBOX', {}],
  ['accounts', 'PAGE_TOKEN_KEY', { PAGE_TOKEN_KEY: 'x'.repeat(40) }],
  ['consent', 'HEALTH_HOST', { HEALTH_HOST: '203.0.113.7' }],
  ['consent', 'HEALTH_HOST', { HEALTH_HOST: '2001:4860::1' }],
  ['payments', 'MONGO_URL', { MONGO_URL: 'mongodb://127.0.0.1/?tls=true&tlsInsecure=true' }],
  ['payments', 'MONGO_URL', { MONGO_URL: 'mongodb://127.0.0.1/?tls=true&tlsAllowInvalidCertificates=true' }],
  ['payments', 'MONGO_URL', { MONGO_URL: 'mongodb://xs2a:changeme@127.0.0.1/' }],
  ['payments', 'NATS_URL', { NATS_URL: 'nats://xs2a:guest@127.0.0.1:9' }],
  ['payments', 'NATS_PASSWORD', { NATS_USER: 'p', NATS_PASSWORD: 'guest-guest' }],
  ['consent', 'NODE_TLS_REJECT_UNAUTHORIZED', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
];

/** Runs a service until it ends. */
async function run(service: string, env: Record<string, string>) {
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/main.js'], {
    cwd: `${ROOT}services/${service}`,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...NOWHERE, ...env },
  });
  const parts: string[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part.toString()));
  const warnings: string[] = [];
  child.stderr.on('data', (part: Buffer) => warnings.push(part.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, lines: parts.join('').trimEnd().split('\n'), warnings: warnings.join('') };
}

describe('a service does not start with an unsafe setting, and names it in one line', () => {
  it.each(ROWS)('%s: %s in %j', async (service, variable, env) => {
    const { code, lines, warnings } = await run(service, env);
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
    expect(line).toMatchObject({ level: 'fatal', service, event: 'notStarted' });
    expect(line['msg']).toMatch(new RegExp(`\\b${variable}: `));
    for (const value of Object.values(env).filter((one) => one.length > 5)) expect(lines[0]).not.toContain(value);
    // Node itself warns of NODE_TLS_REJECT_UNAUTHORIZED.
    expect(warnings).not.toContain('    at ');
  });

  it('names all of them at once', async () => {
    const { lines } = await run('gateway', {
      TRUSTED_PROXIES: '::/0',
      GATEWAY_HOST: '0.0.0.0',
      HEALTH_HOST: '8.8.8.8',
    });
    const { msg } = JSON.parse(lines[0] ?? '') as { msg: string };
    expect(msg.match(/\b[A-Z_]{5,}: /g)).toEqual(['HEALTH_HOST: ', 'PORTAL_URL: ', 'TRUSTED_PROXIES: ']);
  });
});

describe('what is no unsafe setting', () => {
  it.each([
    [
      'gateway',
      { PORTAL_URL, GATEWAY_HOST: '0.0.0.0', TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8, 203.0.113.7, 2001:db8::/64' },
    ],
    ['gateway', { SANDBOX: 'true', PORTAL_URL: 'http://localhost:8090' }],
    ['portal', { SANDBOX: 'true', PORTAL_HOST: '0.0.0.0', SANDBOX_PORTAL_IS_PUBLIC: 'true' }],
    ['portal', { PORTAL_URL, PORTAL_HOST: '0.0.0.0' }],
    ['consent', { HEALTH_HOST: '0.0.0.0', NATS_USER: 'consent', NATS_PASSWORD: LONG }],
  ])('%s goes on with %j', async (service, env) => {
    // The next step fails: no file of this name.
    const { lines } = await run(service, { ...env, PROFILE: 'no-such-profile.yaml' });
    expect(lines[0]).toContain('no-such-profile.yaml');
  });
});
