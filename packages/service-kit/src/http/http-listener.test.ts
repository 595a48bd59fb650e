import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { HttpListeners } from './http-listener.ts';

const OF_ADDRESS = 3;
const opened: (Server | Socket)[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) {
    if ('destroy' in one) one.destroy();
    else one.close();
  }
});

async function listen(shared = false): Promise<number> {
  const listeners = new HttpListeners(() => shared, { ofAddress: OF_ADDRESS, all: 2 * OF_ADDRESS });
  const server = listeners.create((_, response) => response.end('ok'));
  opened.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Connects and returns whether a request is answered. */
async function isServed(port: number, localAddress: string): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  opened.push(socket);
  const ended = new Promise<boolean>((resolve) => {
    socket.on('data', () => resolve(true));
    socket.on('close', () => resolve(false));
    socket.on('error', () => resolve(false));
  });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return ended;
}

describe('the connections of a listener', () => {
  it('are limited per address, and another address is still served', async () => {
    const port = await listen();
    for (let opening = 0; opening < OF_ADDRESS; opening++) expect(await isServed(port, '127.0.0.1')).toBe(true);
    expect(await isServed(port, '127.0.0.1')).toBe(false);
    expect(await isServed(port, '127.0.0.2')).toBe(true);
  });

  it('from a proxy only count towards the total limit', async () => {
    const port = await listen(true);
    for (let opening = 0; opening < 2 * OF_ADDRESS; opening++) expect(await isServed(port, '127.0.0.1')).toBe(true);
    expect(await isServed(port, '127.0.0.2')).toBe(false);
  });

  it('no longer count once they are closed', async () => {
    const port = await listen();
    for (let opening = 0; opening < OF_ADDRESS; opening++) await isServed(port, '127.0.0.1');
    const [, first] = opened;
    if (first !== undefined && 'destroy' in first) first.destroy();
    await expect.poll(() => isServed(port, '127.0.0.1')).toBe(true);
  });
});
