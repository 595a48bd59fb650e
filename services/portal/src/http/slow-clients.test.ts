import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { startPortal } from '../../test/start-portal.ts';

/** The limit is two seconds, checked twice a second. Node's own limit is a minute, checked twice a minute. */
const CLOSED_WITHIN_MS = 50_000;
const SENDERS = 200;

const portal = forAllTests(() => startPortal({ SANDBOX: 'true' }));

/** Sends a beginning, then a byte at a time, until the portal ends the connection. */
async function sendSlowly(beginning: string): Promise<{ answer: string; ms: number }> {
  const { hostname, port } = new URL(portal.url);
  const socket: Socket = connect(Number(port), hostname);
  const parts: string[] = [];
  socket.on('data', (part: Buffer) => parts.push(part.toString()));
  await once(socket, 'connect');
  const since = performance.now();
  socket.write(beginning);
  const drip = setInterval(() => socket.write('a'), 200);
  // A byte that reaches the closed connection resets it, which `once` would treat as a failure.
  await new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve));
  clearInterval(drip);
  return { answer: parts.join(''), ms: performance.now() - since };
}

describe('a client that sends slowly', () => {
  it('loses its connection', async () => {
    const { answer, ms } = await sendSlowly('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    expect(ms).toBeLessThan(CLOSED_WITHIN_MS);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('does not keep the portal from others, in any number', async () => {
    const slow = Array.from({ length: SENDERS }, () => sendSlowly('GET / HTTP/1.1\r\nX-Slow: '));
    for (let asked = 0; asked < 10; asked++) expect((await portal.ask('/')).status).toBe(200);
    for (const { ms } of await Promise.all(slow)) expect(ms).toBeLessThan(CLOSED_WITHIN_MS);
  });

  it('may send no more than 16 KB of headers', async () => {
    const asked = portal.ask('/', { headers: { 'X-Long': 'x'.repeat(17 * 1024) } });
    // The connection is closed before everything is sent, so the response may be lost.
    expect(await asked.then(({ status }) => status).catch(() => 431)).toBe(431);
  });
});
