import { rm } from 'node:fs/promises';
import { MongoClient } from 'mongodb';
import { findServer } from './find-server.ts';
import { accessControl, asAdministrator, ensureAdministrator, withoutUser } from './identity/database-administrator.ts';
import { MEMBER_ARGS, REPLICA_SET } from './mongod.ts';
import { controlsOf, freePort, LocalServer, type TestServer, untilAnswered } from './test-server.ts';
import { throwawayFolder } from './throwaway-folder.ts';

const PROBE_MS_MAX = 1_000;

/** One of the servers in a cluster. */
export interface ClusterMember extends TestServer {
  readonly name: string;
}

/** Several mongods with one primary. The url lists all of them and can be given to a MongoClient. */
export interface ReplicaSet extends AsyncDisposable {
  readonly url: string;
  readonly members: readonly ClusterMember[];
  /** Returns the current primary; waits until there is one. */
  primary(): Promise<ClusterMember>;
  /** Asks the primary to step down for this time, and the others to elect another one. */
  stepDown(seconds: number): Promise<void>;
}

interface ReplicaSetOptions {
  readonly members?: number;
  /** Time without a primary before the others elect a new one; MongoDB's default is 10 s. */
  readonly electionTimeoutMs?: number;
  /** The address by which members and clients reach a port, for example that of a proxy before it. */
  readonly advertise?: (port: number) => Promise<string>;
}

/** Starts real mongods on this machine as a replica set. */
export async function replicaSet(options: ReplicaSetOptions = {}): Promise<ReplicaSet> {
  const { members: count = 3, electionTimeoutMs = 10_000, advertise = addressOf } = options;
  const started = await Promise.all(Array.from({ length: count }, (_, index) => startMember(`mongod-${index + 1}`)));
  const hosts = await Promise.all(started.map(({ port }) => advertise(port)));
  const [first] = started;
  if (first === undefined) throw new Error('a replica set has one member at least');
  await onMember(withoutUser(first.url), (client) =>
    client.db('admin').command({
      replSetInitiate: {
        _id: REPLICA_SET,
        members: hosts.map((host, _id) => ({ _id, host })),
        settings: { electionTimeoutMillis: electionTimeoutMs },
      },
    }),
  );
  const primary = (): Promise<ClusterMember> => untilAnswered(() => primaryAmong(started));
  const set: ReplicaSet = {
    url: asAdministrator(`mongodb://${hosts.join(',')}/?replicaSet=${REPLICA_SET}`),
    members: started,
    primary,
    stepDown: async (seconds) => {
      const { url } = await primary();
      await onMember(url, (client) => client.db('admin').command({ replSetStepDown: seconds, force: true }));
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(started.map((member) => member[Symbol.asyncDispose]()));
    },
  };
  // The primary may change in between: on a busy machine members lose each other.
  await untilAnswered(async () => {
    const { url } = await primary();
    await onMember(withoutUser(url), (client) => ensureAdministrator(client.db('admin')));
    return true;
  });
  return set;
}

async function addressOf(port: number): Promise<string> {
  return `127.0.0.1:${port}`;
}

async function startMember(name: string): Promise<ClusterMember & { port: number }> {
  const [port, folder] = [await freePort(), await throwawayFolder('xs2a-mongo-')];
  const server = new LocalServer(findServer('mongod'), folder);
  const plain = `mongodb://127.0.0.1:${port}/?directConnection=true`;
  const url = asAdministrator(plain);
  const args = [
    ...accessControl(),
    '--dbpath',
    folder,
    '--bind_ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--nounixsocket',
    ...MEMBER_ARGS,
  ];
  const start = async (): Promise<void> => {
    await server.start(args, () => onMember(plain, (client) => client.db('admin').command({ ping: 1 })));
  };
  await start();
  return {
    name,
    port,
    url,
    ...controlsOf(server),
    restart: async () => {
      await server.stop();
      await start();
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function primaryAmong(members: readonly ClusterMember[]): Promise<ClusterMember | undefined> {
  const hellos = await Promise.all(
    members.map(async (member) => {
      const hello = await onMember(withoutUser(member.url), (client) => client.db('admin').command({ hello: 1 })).catch(
        () => ({}),
      );
      const { isWritablePrimary, electionId } = hello as {
        isWritablePrimary?: boolean;
        electionId?: { toHexString(): string };
      };
      return { member, isPrimary: isWritablePrimary === true, term: electionId?.toHexString() ?? '' };
    }),
  );
  // A disconnected primary may not know yet that there is a newer one.
  const [newest] = hellos
    .filter(({ isPrimary }) => isPrimary)
    .toSorted((one, other) => other.term.localeCompare(one.term));
  return newest?.member;
}

/** Works on one member, whatever its state. */
async function onMember<T>(url: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  await using client = new MongoClient(url, {
    serverSelectionTimeoutMS: PROBE_MS_MAX,
    connectTimeoutMS: PROBE_MS_MAX,
    socketTimeoutMS: PROBE_MS_MAX * 10,
  });
  return await work(client);
}
