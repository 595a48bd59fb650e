import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { dockerAnswers, inContainer } from './container.ts';
import { findServer } from './find-server.ts';
import { accessControl, asAdministrator, ensureAdministrator } from './identity/database-administrator.ts';
import { controlsOf, freePort, LocalServer, type TestServer } from './test-server.ts';
import { throwawayFolder } from './throwaway-folder.ts';

const IMAGE = 'mongo:8.0';
export const REPLICA_SET = 'rs0';
/** Small caches: several of them run in parallel, on machines with two cores. */
const FRUGAL = ['--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '64', '--quiet'];
const NO_DIAGNOSTICS = ['--setParameter', 'diagnosticDataCollectionEnabled=false'];
/** Transactions left open by a killed process must not block others for a minute (docs/ARCHITECTURE.md). */
const SHORT_TRANSACTIONS = ['--setParameter', 'transactionLifetimeLimitSeconds=10'];

/** Options of every member of a replica set, besides its folder and port. */
export const MEMBER_ARGS = ['--replSet', REPLICA_SET, ...FRUGAL, ...NO_DIAGNOSTICS, ...SHORT_TRANSACTIONS];

export interface Mongod extends TestServer {
  /** The same server at its Unix socket, which costs client and server a fifth less than TCP; absent in a container. */
  readonly socketUrl?: string;
}

/**
 * Starts a real mongod: a replica set of one member that accepts writes. The url can be given to a MongoClient, as the
 * administrator. `args` are added. With a `folder` it runs on this machine, and stores there.
 */
export async function mongod(options: { args?: readonly string[]; folder?: string } = {}): Promise<Mongod> {
  const port = await freePort();
  const { args = [], folder } = options;
  const isContained = folder === undefined && (await dockerAnswers());
  const contained = isContained ? await mongoContainer(port, args) : undefined;
  return contained ?? (await localMongod(port, args, folder ?? (await throwawayFolder('xs2a-mongo-'))));
}

async function localMongod(port: number, more: readonly string[], folder: string): Promise<Mongod> {
  const server = new LocalServer(findServer('mongod'), folder);
  const start = async (): Promise<void> => {
    const where = ['--dbpath', folder, '--bind_ip', '127.0.0.1', '--port', String(port), '--unixSocketPrefix', folder];
    const args = [...where, ...MEMBER_ARGS, ...accessControl(), ...more];
    await server.start(args, () => becomesPrimary(port));
  };
  await start();
  return {
    url: urlOf(`127.0.0.1:${port}`),
    socketUrl: urlOf(encodeURIComponent(join(folder, `mongodb-${port}.sock`))),
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

async function mongoContainer(port: number, more: readonly string[]): Promise<TestServer | undefined> {
  // The same port inside and outside, so that the member's address is valid from both sides. No authentication: only a client on
  // the same machine could create the first user.
  const where = ['--bind_ip_all', '--port', String(port)];
  const command = ['mongod', ...where, ...MEMBER_ARGS, ...more];
  const container = await inContainer({ image: IMAGE, port, command, files: [] }, () => becomesPrimary(port));
  return container && { url: urlOf(`127.0.0.1:${port}`), ...container };
}

/** `directConnection`: the member's own name in the set need not be reachable from here. */
function urlOf(host: string): string {
  return asAdministrator(`mongodb://${host}/?replicaSet=${REPLICA_SET}&directConnection=true`);
}

/** Initiates a new replica set, and returns true once it accepts writes. */
async function becomesPrimary(port: number): Promise<true | undefined> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 1_000,
  });
  try {
    const admin = client.db('admin');
    const hello = await admin.command({ hello: 1 });
    if (hello['isreplicaset'] === true) {
      const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
      await admin.command({ replSetInitiate: { _id: REPLICA_SET, members } });
    }
    if (hello['isWritablePrimary'] !== true) return undefined;
    await ensureAdministrator(admin);
    return true;
  } finally {
    await client.close();
  }
}
