import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestAuthority } from '@xs2a/certificates';
import { DATABASE_USERS, ensureDatabaseUser, passwordFile, rightsOf, writeIdentities } from '@xs2a/service-kit';
import { freePort, isNatsListening, startContainer, type TestServer } from '@xs2a/test-kit';
import { MongoClient } from 'mongodb';

const DEPLOY = join(import.meta.dirname, '..', '..', '..', 'deploy', 'k8s', 'components');
const DAY_MS = 86_400_000;
const PROBE_MS_MAX = 2_000;

export interface Images {
  readonly mongo: string;
  readonly nats: string;
}

/** Bus and database in containers, with the configuration of `deploy/k8s`: only TLS, and no client without an identity. */
export interface SecuredServers extends AsyncDisposable {
  readonly mongo: Omit<TestServer, 'url'>;
  readonly nats: Omit<TestServer, 'url'>;
  readonly mongoUrl: string;
  readonly natsUrl: string;
  /** Files that a participant has in production. */
  readonly files: {
    readonly identities: string;
    readonly authority: string;
    readonly certificate: string;
    readonly key: string;
  };
}

/** Starts both. Their certificates, identities and passwords are in `folder`. */
export async function securedServers(images: Images, folder: string): Promise<SecuredServers> {
  const at = (name: string): string => join(folder, name);
  const now = Date.now();
  const authority = await TestAuthority.create(new Date(now), 'XS2A internal');
  const validity = { notBefore: new Date(now - DAY_MS), notAfter: new Date(now + DAY_MS) };
  const { certificate, key } = await authority.issueServer(['localhost', '127.0.0.1'], validity);
  const files = {
    identities: at('identities'),
    authority: at('ca.crt'),
    certificate: at('tls.crt'),
    key: at('tls.key'),
  };
  writeFileSync(files.authority, authority.own.certificate);
  writeFileSync(files.certificate, certificate);
  writeFileSync(files.key, key, { mode: 0o600 });
  writeFileSync(at('tls-combined.pem'), `${key}${certificate}`, { mode: 0o600 });
  writeIdentities(files.identities, { sandbox: true });

  await using started = new AsyncDisposableStack();
  const [natsPort, mongoPort] = [await freePort(), await freePort()];
  const nats = started.use(await startNats(images.nats, natsPort, files));
  const mongo = started.use(await startMongod(images.mongo, mongoPort, files, at('tls-combined.pem')));
  const all = started.move();
  return {
    mongo,
    nats,
    mongoUrl: `mongodb://localhost:${mongoPort}/?replicaSet=rs0`,
    natsUrl: `nats://localhost:${natsPort}`,
    files,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

type Files = SecuredServers['files'];

function startNats(image: string, port: number, files: Files): Promise<Omit<TestServer, 'url'>> {
  const copied = {
    '/etc/nats/nats.conf': join(DEPLOY, 'nats', 'nats.conf'),
    '/etc/nats/bus-authorization.conf': join(files.identities, 'bus-authorization.conf'),
    '/run/nats-tls/ca.crt': files.authority,
    '/run/nats-tls/tls.crt': files.certificate,
    '/run/nats-tls/tls.key': files.key,
  };
  const command = ['--config', '/etc/nats/nats.conf', '--port', String(port)];
  // In the cluster the folder of the pid file is a volume.
  const own = [...contentsOf(copied), { content: '', target: '/run/nats/made' }];
  const environment = { POD_NAME: 'nats-0' };
  return startContainer({ image, port, command, environment, files: own }, () => isNatsListening(port));
}

async function startMongod(
  image: string,
  port: number,
  files: Files,
  combined: string,
): Promise<Omit<TestServer, 'url'>> {
  const copied = {
    '/etc/mongodb/mongod.conf': join(DEPLOY, 'mongodb', 'mongod.conf'),
    '/run/mongodb-tls/ca.crt': files.authority,
    '/run/mongodb-tls/tls-combined.pem': combined,
  };
  const command = ['mongod', '--config', '/etc/mongodb/mongod.conf', '--port', String(port)];
  const server = { image, port, command, files: contentsOf(copied) };
  return startContainer(server, () => becomesPrimary(port, files, combined));
}

/**
 * Initiates the replica set and creates the users like `deploy/k8s/components/mongodb/setup.js`, authenticated by the certificate
 * of a member.
 */
async function becomesPrimary(port: number, files: Files, combined: string): Promise<true | undefined> {
  const x509 = 'authMechanism=MONGODB-X509&authSource=%24external';
  await using client = await MongoClient.connect(`mongodb://localhost:${port}/?directConnection=true&${x509}`, {
    tls: true,
    tlsCAFile: files.authority,
    tlsCertificateKeyFile: combined,
    serverSelectionTimeoutMS: PROBE_MS_MAX,
  });
  const admin = client.db('admin');
  const hello = await admin.command({ hello: 1 });
  if (hello['isreplicaset'] === true) {
    const members = [{ _id: 0, host: `localhost:${port}` }];
    await admin.command({ replSetInitiate: { _id: 'rs0', members } });
  }
  if (hello['isWritablePrimary'] !== true) return undefined;
  for (const user of DATABASE_USERS) {
    const password = readFileSync(passwordFile(files.identities, user), 'utf8').trim();
    await ensureDatabaseUser(admin, user, password, rightsOf(user));
  }
  return true;
}

/** Readable for the user that an image runs its server as. */
const contentsOf = (copied: Readonly<Record<string, string>>) =>
  Object.entries(copied).map(([target, file]) => ({ content: readFileSync(file, 'utf8'), target, mode: 0o444 }));
