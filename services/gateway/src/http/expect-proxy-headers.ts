import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { isFromProxy, readProxies } from '../certificates/trusted-proxies.ts';
import type { GatewayContext } from '../context.ts';
import { FIXED_BYTES, readFixedPart } from './proxy-header.ts';

/** Longest wait for the PROXY header of a new connection. */
const HEADER_MS_MAX = 5_000;

/**
 * Expects a PROXY header before TLS on every connection of the configured proxies, and shows the client it names as the remote
 * address of the connection. A proxy that sends none is disconnected. Other peers must start with TLS, so a PROXY header from them
 * fails the handshake.
 */
export function expectProxyHeaders(server: Server, { config, log }: Pick<GatewayContext, 'config' | 'log'>): void {
  const proxies = readProxies(config.PROXY_PROTOCOL_PEERS);
  const accept = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  // A TLSSocket has no reference to its underlying socket; both have the same peer address and port.
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
        setRemoteAddress(socket, client);
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
    if (client !== undefined) setRemoteAddress(socket, client);
  });
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function setRemoteAddress(socket: Socket, client: string): void {
  Object.defineProperty(socket, 'remoteAddress', { value: client });
}

/** Reads exactly the header; the bytes after it are left for TLS. */
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
