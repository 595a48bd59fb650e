import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Interval like a platform's: short enough that a halted replica is removed within a second and a half. */
const CHECK_EVERY_MS = 500;
const CHECK_MS_MAX = 500;
const MISSED_MAX = 2;
const CONNECT_MS_MAX = 1_000;

/** A replica behind a load balancer. */
export interface Backend {
  readonly port: number;
  isReady(withinMs: number): Promise<boolean>;
  /** Whether it answers, ready or not. */
  isAlive(withinMs: number): Promise<boolean>;
}

interface Watched {
  readonly backend: Backend;
  readonly sockets: Set<Socket>;
  missed: number;
}

/**
 * Distributes connections to the replicas in turn, and none to one that is not ready, like a platform in front of gateway and
 * portal. Connections of a replica that stops answering are cut, so that callers reconnect to another one. Those of a stopping
 * replica are left to it. Replicas may be added to `backends` and removed.
 */
export async function balance(backends: readonly Backend[], port: number): Promise<AsyncDisposable> {
  const known = new Map<Backend, Watched>();
  const allWatched = (): Watched[] =>
    backends.map((backend) => {
      const one = known.get(backend) ?? { backend, sockets: new Set(), missed: 0 };
      known.set(backend, one);
      return one;
    });
  let turn = 0;
  const next = (): Watched[] => {
    turn++;
    const watched = allWatched();
    const inTurn = watched
      .map((_, index) => watched[(index + turn) % watched.length])
      .filter((one) => one !== undefined);
    return inTurn.toSorted((one, other) => Number(isOut(one)) - Number(isOut(other)));
  };
  const server = createServer({ pauseOnConnect: true }, (client) => void serveBy(next(), client)).listen(
    port,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const checking = setInterval(() => allWatched().forEach((one) => void checkReadiness(one)), CHECK_EVERY_MS);
  return {
    [Symbol.asyncDispose]: async () => {
      clearInterval(checking);
      for (const { sockets } of known.values()) for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function isOut({ missed }: Watched): boolean {
  return missed >= MISSED_MAX;
}

async function checkReadiness(one: Watched): Promise<void> {
  const isReady = await one.backend.isReady(CHECK_MS_MAX);
  one.missed = isReady ? 0 : one.missed + 1;
  if (one.missed < MISSED_MAX || (await one.backend.isAlive(CHECK_MS_MAX))) return;
  for (const socket of one.sockets) socket.destroy();
}

/** Connects the client to the first candidate that accepts the connection. */
async function serveBy(candidates: readonly Watched[], client: Socket): Promise<void> {
  client.on('error', () => undefined);
  for (const { backend, sockets } of candidates) {
    const upstream = await opened(backend.port);
    if (upstream === undefined) continue;
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.once('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
    return;
  }
  client.destroy();
}

/** Returns a connection to a port of this machine; undefined if nothing accepts it in time. */
async function opened(port: number): Promise<Socket | undefined> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.setTimeout(CONNECT_MS_MAX, () => socket.destroy(new Error('not connected in time')));
  try {
    await once(socket, 'connect');
    socket.setTimeout(0);
    socket.on('error', () => undefined);
    return socket;
  } catch {
    return undefined;
  }
}
