import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { TestAuthority } from '@xs2a/certificates';
import { Bus, BusConfig, connectOptions } from '@xs2a/service-kit';
import { natsServer, type TestServer } from '@xs2a/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const NOW = new Date();
const VALID = { notBefore: new Date(NOW.getTime() - 3_600_000), notAfter: new Date(NOW.getTime() + 86_400_000) };

let folder: string;
let path: (name: string) => string;
const servers: TestServer[] = [];
let withUser: TestServer;
let withNkey: TestServer;
let withTls: TestServer;

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) await writeFile(path(name), content, { mode: 0o600 });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xs2a-bus-'));
  path = (name) => join(folder, name);
  const authority = await TestAuthority.create(NOW);
  const other = await TestAuthority.create(NOW, 'Somebody else');
  const server = await authority.issueServer(['localhost', '127.0.0.1'], VALID);
  const client = await authority.issueServer(['sca'], VALID);
  const stranger = await other.issueServer(['sca'], VALID);
  const pair = nkeys.createUser();
  await write({
    'ca.pem': authority.own.certificate,
    'other-ca.pem': other.own.certificate,
    'server.pem': server.certificate,
    'server.key': server.key,
    'client.pem': client.certificate,
    'client.key': client.key,
    'stranger.pem': stranger.certificate,
    'stranger.key': stranger.key,
    password: 'p@ss:word\n',
    nkey: `${new TextDecoder().decode(pair.getSeed())}\n`,
    'other-nkey': new TextDecoder().decode(nkeys.createUser().getSeed()),
  });
  const files = `cert_file: "${path('server.pem')}", key_file: "${path('server.key')}", ca_file: "${path('ca.pem')}"`;
  withUser = await natsServer({ config: 'authorization { users: [ { user: sca, password: "p@ss:word" } ] }' });
  withNkey = await natsServer({ config: `authorization { users: [ { nkey: ${pair.getPublicKey()} } ] }` });
  withTls = await natsServer({ config: `tls { ${files}, verify: true }` });
  servers.push(withUser, withNkey, withTls);
});
afterAll(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Returns true once a message went through, otherwise the reason why the connection failed. */
async function connects(variables: Partial<BusConfig>): Promise<true | string> {
  try {
    const bus = await Bus.connect(BusConfig.parse(variables), 'sca', { patienceMs: 5_000 });
    await bus.connection.flush();
    await bus.close();
    return true;
  } catch (error) {
    return error instanceof Error ? error.message : 'something else';
  }
}

const clientCertificate = (name: string) => ({
  NATS_CA_FILE: path('ca.pem'),
  NATS_CERTIFICATE_FILE: path(`${name}.pem`),
  NATS_KEY_FILE: path(`${name}.key`),
});

describe('a bus with a user and a password', () => {
  it('takes them from variables, from a file and from the address', async () => {
    const named = { NATS_URL: withUser.url, NATS_USER: 'sca' };
    expect(await connects({ ...named, NATS_PASSWORD: 'p@ss:word' })).toBe(true);
    expect(await connects({ ...named, NATS_PASSWORD_FILE: path('password') })).toBe(true);
    expect(await connects({ NATS_URL: withUser.url.replace('//', '//sca:p%40ss:word@') })).toBe(true);
  });

  it.each(['wrong', undefined])('ends the start of a client with the password %s, with one line', async (password) => {
    const refused = await connects({
      NATS_URL: withUser.url,
      NATS_USER: 'sca',
      ...(password !== undefined && { NATS_PASSWORD: password }),
    });
    expect(refused).toMatch(/^NATS_URL: the bus refuses these credentials .*$/);
  });

  it('is asked again if it gave up waiting for them, since it refused nobody', async () => {
    const config = 'authorization { users: [ { user: sca, password: "p@ss:word" } ], timeout: 0.000001 }';
    await using hurried = await natsServer({ config });
    const variables = { NATS_URL: hurried.url, NATS_USER: 'sca', NATS_PASSWORD: 'p@ss:word' };
    const said: string[] = [];
    const connecting = Bus.connect(BusConfig.parse(variables), 'sca', {
      patienceMs: 1_000,
      onAway: (reason) => said.push(reason),
    });
    await expect(connecting).rejects.toThrow('NATS_URL: no NATS server answers');
    expect(said.length).toBeGreaterThan(1);
    // The client may notice that the connection is closed before it has read the reason.
    for (const reason of said) expect(['authentication timeout', 'EPIPE', 'ECONNRESET']).toContain(reason);
  });

  it('ends a command without credentials, with the reason and the next step', async () => {
    const env = { ...process.env, NATS_URL: withUser.url };
    const command = spawn(process.execPath, ['tools/xs2a.ts', 'tpp', 'list'], { cwd: ROOT, env });
    let said = '';
    command.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const code = await new Promise((resolve) => command.on('exit', resolve));
    expect([code, said.trim()]).toEqual([
      2,
      expect.stringMatching(/^NATS_URL: the bus refuses these credentials .*\n.*--help tells how it is used\.$/),
    ]);
  });
});

describe('a bus with NKeys', () => {
  it('accepts the seed of its file and no other', async () => {
    expect(await connects({ NATS_URL: withNkey.url, NATS_NKEY_FILE: path('nkey') })).toBe(true);
    expect(await connects({ NATS_URL: withNkey.url, NATS_NKEY_FILE: path('other-nkey') })).toContain('credentials');
  });
});

describe('a bus with TLS and client certificates', () => {
  it('accepts a certificate of its CA', async () => {
    expect(await connects({ NATS_URL: withTls.url, ...clientCertificate('client') })).toBe(true);
  });

  it.each([
    ['a certificate of another CA', () => clientCertificate('stranger')],
    ['no certificate', () => ({ NATS_CA_FILE: path('ca.pem') })],
    ['the CA of somebody else', () => ({ ...clientCertificate('client'), NATS_CA_FILE: path('other-ca.pem') })],
    ['neither', () => ({})],
  ])('ends the start of a client with %s, with one line', async (_, variables) => {
    expect(await connects({ NATS_URL: withTls.url, ...variables() })).toMatch(/^NATS_URL: no TLS with the bus \(.*$/);
  });

  it('is required if a CA is configured: a bus without TLS is refused', async () => {
    expect(await connects({ NATS_URL: withUser.url, NATS_CA_FILE: path('ca.pem') })).toContain('no TLS with the bus');
  });
});

describe('variables that contradict each other', () => {
  it.each([
    [{ NATS_USER: 'sca', NATS_NKEY_FILE: 'nkey' }, 'NATS_USER and NATS_NKEY_FILE'],
    [{ NATS_PASSWORD: 'x' }, 'NATS_PASSWORD: needs NATS_USER'],
    [{ NATS_USER: 'sca', NATS_PASSWORD: 'x', NATS_PASSWORD_FILE: 'y' }, 'NATS_PASSWORD and NATS_PASSWORD_FILE'],
    [{ NATS_CERTIFICATE_FILE: 'x' }, 'NATS_CERTIFICATE_FILE and NATS_KEY_FILE: belong together'],
    [{ NATS_CREDENTIALS_FILE: '/nowhere' }, 'NATS_CREDENTIALS_FILE: the file cannot be read (ENOENT)'],
    [{ NATS_URL: 'nats://' }, 'NATS_URL: is no address'],
  ])('%j are refused by name', (variables, message) => {
    expect(() => connectOptions(BusConfig.parse(variables))).toThrow(message);
  });

  it('give no credentials if none is set', () => {
    expect(connectOptions(BusConfig.parse({}))).toEqual({ servers: ['nats://127.0.0.1:4222'] });
  });
});
