import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestAuthority } from '@xs2a/certificates';
import { readConsentStatus } from '@xs2a/contracts';
import { Bus, BusConfig, Database, databaseAddress } from '@xs2a/service-kit';
import { lookForServer, mongod, withoutUser } from '@xs2a/test-kit';
import { eventually } from '@xs2a/test-system/eventually';
import { MongoClient } from 'mongodb';
import { afterAll, describe, expect, it } from 'vitest';

const RELOAD = join(import.meta.dirname, '../../../deploy/k8s/components/nats/reload.mjs');
const HOUR_MS = 3_600_000;
const VALID = [-1, 24] as const;
const ENDED = [-24, -1] as const;
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Writes server and client certificates of a new authority over those in the folder, as a platform does that renews all. */
async function renew(folder: string, [from, to]: readonly [number, number]): Promise<void> {
  const now = Date.now();
  const authority = await TestAuthority.create(new Date(now));
  const validity = { notBefore: new Date(now + from * HOUR_MS), notAfter: new Date(now + to * HOUR_MS) };
  for (const name of ['server', 'client']) {
    const { certificate, key } = await authority.issueServer(['localhost', '127.0.0.1'], validity);
    writeFileSync(join(folder, `${name}.pem`), certificate);
    writeFileSync(join(folder, `${name}.key`), key);
    writeFileSync(join(folder, `${name}.both.pem`), `${key}${certificate}`);
  }
  writeFileSync(join(folder, 'ca.pem'), authority.own.certificate);
}

async function folderWith(validity: readonly [number, number]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'xs2a-renewed-'));
  folders.push(folder);
  await renew(folder, validity);
  return folder;
}

/** Starts a bus that demands certificates of clients, and beside it what has it read renewed files in Kubernetes. */
async function startNats(
  folder: string,
  beforeReloader: () => Promise<void> = async () => {},
): Promise<{ url: string } & AsyncDisposable> {
  const at = (file: string): string => JSON.stringify(join(folder, file));
  const tls = `tls { cert_file: ${at('server.pem')}, key_file: ${at('server.key')}, ca_file: ${at('ca.pem')}, verify: true }`;
  writeFileSync(join(folder, 'nats.conf'), `${tls}\npid_file: ${at('nats.pid')}\n`);
  const args = [
    '--config',
    join(folder, 'nats.conf'),
    '--addr',
    '127.0.0.1',
    '--port',
    '-1',
    '--ports_file_dir',
    folder,
  ];
  const server: ChildProcess = spawn(lookForServer('nats-server') ?? 'nats-server', args, { stdio: 'ignore' });
  const file = await eventually(
    async () => readdirSync(folder).find((name) => name.endsWith('.ports')) ?? '',
    (name) => name !== '',
  );
  const { nats } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { nats: string[] };
  const env = {
    NATS_FILES: ['server.pem', 'ca.pem'].map((name) => join(folder, name)).join(' '),
    NATS_PID_FILE: join(folder, 'nats.pid'),
    NATS_CHECK_EVERY_MS: '20',
  };
  await beforeReloader();
  const reloader = spawn(process.execPath, [RELOAD], { env, stdio: 'ignore' });
  await once(reloader, 'spawn');
  return {
    url: (nats[0] ?? '').replace('tls:', 'nats:'),
    [Symbol.asyncDispose]: async () => {
      const ends = [server, reloader].map((one) => once(one, 'exit'));
      for (const one of [server, reloader]) one.kill('SIGKILL');
      await Promise.all(ends);
    },
  };
}

const busConfig = (url: string, folder: string): BusConfig =>
  BusConfig.parse({
    NATS_URL: url,
    NATS_CA_FILE: join(folder, 'ca.pem'),
    NATS_CERTIFICATE_FILE: join(folder, 'client.pem'),
    NATS_KEY_FILE: join(folder, 'client.key'),
  });

/** False while the bus has the certificates of another authority. */
function isConnectable(url: string, folder: string): Promise<boolean> {
  const connecting = Bus.connect(busConfig(url, folder), 'sca').then((bus) => bus.close());
  return connecting.then(
    () => true,
    () => false,
  );
}

describe('a bus whose certificates are renewed', () => {
  it('is waited for while its certificate has ended', async () => {
    const folder = await folderWith(ENDED);
    await using nats = await startNats(folder);
    const { promise: away, resolve } = Promise.withResolvers<string>();
    const connecting = Bus.connect(busConfig(nats.url, folder), 'sca', { onAway: resolve });
    expect(await away).toBe('CERT_HAS_EXPIRED');
    await renew(folder, VALID);
    const bus = await connecting;
    expect(bus.isConnected).toBe(true);
    await bus.close();
  });

  it('reads what was renewed before its watcher started', async () => {
    const folder = await folderWith(ENDED);
    await using nats = await startNats(folder, () => renew(folder, VALID));
    const bus = await Bus.connect(busConfig(nats.url, folder), 'sca');
    expect(bus.isConnected).toBe(true);
    await bus.close();
  });

  it('loses no request, and is connected to again with the new ones', async () => {
    const folder = await folderWith(VALID);
    await using nats = await startNats(folder);
    const [asker, receiver] = [
      await Bus.connect(busConfig(nats.url, folder), 'gateway'),
      await Bus.connect(busConfig(nats.url, folder), 'consent'),
    ];
    receiver.connection.subscribe(readConsentStatus.subject, {
      callback: (_, message) => void message.respond(JSON.stringify({ consentStatus: 'valid' })),
    });
    await receiver.connection.flush();
    const ask = () => asker.ask(readConsentStatus, { consentId: 'x', tpp: { id: 'tpp', name: 'TPP' } } as never);
    let isOver = false;
    const asking = (async () => {
      let answered = 0;
      for (; !isOver; answered++) await ask();
      return answered;
    })();
    await renew(folder, VALID);
    // Nobody would connect with the certificates that the connections above were made with.
    await eventually(
      () => isConnectable(nats.url, folder),
      (isIt) => isIt,
    );
    isOver = true;
    expect(await asking).toBeGreaterThan(0);
    for (const bus of [receiver, asker]) await bus.connection.reconnect();
    const answered = () =>
      ask().then(
        () => true,
        () => false,
      );
    expect(await eventually(answered, (isAnswered) => isAnswered)).toBe(true);
    await asker.close();
    await receiver.close();
  });
});

it('a database whose certificates are renewed gets new connections with them, and loses no command', async () => {
  const folder = await folderWith(VALID);
  const at = (file: string): string => join(folder, file);
  const tls = ['--tlsMode', 'preferTLS', '--tlsCertificateKeyFile', at('server.both.pem'), '--tlsCAFile', at('ca.pem')];
  mkdirSync(at('data'));
  await using server = await mongod({ args: [...tls, '--tlsAllowConnectionsWithoutCertificates'], folder: at('data') });
  const { username, password } = new URL(server.url);
  await using administrator = await MongoClient.connect(server.url);
  const address = databaseAddress({
    MONGO_URL: withoutUser(server.url),
    MONGO_USER: decodeURIComponent(username),
    MONGO_PASSWORD: decodeURIComponent(password),
    MONGO_CA_FILE: at('ca.pem'),
    MONGO_CERTIFICATE_FILE: at('client.pem'),
    MONGO_KEY_FILE: at('client.key'),
  });
  const database = await Database.connect(address, 'consent', []);
  await renew(folder, VALID);
  await administrator.db('admin').command({ rotateCertificates: 1 });
  let made = 0;
  database.client.on('connectionReady', () => made++);
  const crowd = () => Promise.all(Array.from({ length: 32 }, () => database.db.command({ ping: 1 })));
  expect(await eventually(crowd, () => made > 0)).toHaveLength(32);
  await database.close();
});
