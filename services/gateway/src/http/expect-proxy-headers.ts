import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { isFromProxy, readProxies } from '../certificates/trusted-proxies.ts';
import type { GatewayContext } from '../context.ts';
import { FIXED_BYTES, readFixedPart } from './proxy-header.ts';

/** The header comes with the first bytes of a connection. */
const HEADER_MS_MAX = 5_000;

/**
 * Expects a PROXY header before TLS on every connection of the configured proxies, and shows the client it names as the remote
 * address of the connection. A proxy that sends none is disconnected. From other peers a header is no TLS, so it is refused.
 */
export function expectProxyHeaders(server: Server, { config, log }: Pick<GatewayContext, 'config' | 'log'>): void {
  const proxies = readProxies(config.PROXY_PROTOCOL_PEERS);
  const accept = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  // The socket of TLS does not name that beneath it, but has the address and port of the same peer.
  const clients = new Map<string, string>();
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const proceed = (): void => {
      for (const listener of accept) listener.call(server, socket);
    };
    if (!isFromProxy(socket.remoteAddress, proxies)) return proceed();
    const peer = peerOf(socket);
    const onHeader = (client: string | undefined): void => {
      if (client !== undefined) {
        clients.set(peer, client);
        socket.once('close', () => clients.delete(peer));
        showAs(socket, client);
      }
      proceed();
    };
    readHeader(socket, onHeader, (reason) => {
      log.warn({ event: 'proxyHeaderRefused' }, `${peer}: ${reason}`);
      socket.destroy();
    });
  });
  server.prependListener('secureConnection', (socket: TLSSocket) => {
    const client = clients.get(peerOf(socket));
    if (client !== undefined) showAs(socket, client);
  });
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function showAs(socket: Socket, client: string): void {
  Object.defineProperty(socket, 'remoteAddress', { value: client });
}

/** Reads the header and nothing behind it: what follows is read by TLS. */
function readHeader(
  socket: Socket,
  done: (client: string | undefined) => void,
  refuse: (reason: string) => void,
): void {
  let header: ReturnType<typeof readFixedPart> | undefined;
  const stop = (): void => {
    clearTimeout(late);
    socket.off('readable', read).off('error', stop).off('close', stop);
  };
  const late = setTimeout(() => {
    stop();
    refuse('sends no header in time');
  }, HEADER_MS_MAX);
  const read = (): void => {
    try {
      const fixed = header === undefined ? (socket.read(FIXED_BYTES) as Buffer | null) : null;
      if (fixed !== null) header = readFixedPart(fixed);
      if (header === undefined) return;
      const { restBytes, clientOf } = header;
      const rest = restBytes === 0 ? Buffer.alloc(0) : (socket.read(restBytes) as Buffer | null);
      if (rest === null) return;
      stop();
      if (rest.length < restBytes) throw new Error('ends within the header');
      done(clientOf(rest));
    } catch (error) {
      stop();
      refuse(error instanceof Error ? error.message : 'sends no header');
    }
  };
  socket.on('readable', read).on('error', stop).on('close', stop);
}
