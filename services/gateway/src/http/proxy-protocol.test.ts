import { once } from 'node:events';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { forAllTests } from '@xs2a/test-kit';
import { eventually } from '@xs2a/test-system/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway } from '../../test/start-gateway.ts';
import { qwac, useTrusted } from '../../test/tls-tpp.ts';
import { readProxies } from '../certificates/trusted-proxies.ts';
import { Callers } from '../limits/callers.ts';
import type { Call } from '../request/call.ts';
import { expectProxyHeaders } from './expect-proxy-headers.ts';

const SIGNATURE = '0d0a0d0a000d0a515549540a';
/** From 203.0.113.7:51234 to 192.0.2.1:443. */
const OVER_IPV4 = header('21', '11', 'cb007107c0000201c82201bb');
/** From 2001:db8::7, with an addition of the proxy. */
const OVER_IPV6 = header(
  '21',
  '21',
  '20010db800000000000000000000000720010db8000000000000000000000001c82201bb',
  '04000101',
);
const OF_THE_PROXY = header('20', '00', '');

function header(command: string, family: string, addresses: string, additions = ''): Buffer {
  const rest = addresses + additions;
  const length = (rest.length / 2).toString(16).padStart(4, '0');
  return Buffer.from(SIGNATURE + command + family + length + rest, 'hex');
}

const trusted = useTrusted();

/** Connects, sends bytes before TLS in the given parts, then asks; undefined if the server ends the connection before it answers. */
async function ask(port: number, parts: readonly Buffer[], path = '/'): Promise<string | undefined> {
  const socket: Socket = connect(port, '127.0.0.1').setNoDelay(true);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  for (const part of parts) await new Promise((resolve) => socket.write(part, resolve));
  const tls = connectTls({ socket, ca: trusted.authority.own.certificate, host: '127.0.0.1' });
  const received: Buffer[] = [];
  tls.on('data', (part: Buffer) => received.push(part)).on('error', () => undefined);
  tls.write(
    `GET ${path} HTTP/1.1\r\nHost: xs2a.test\r\nX-Request-ID: ${crypto.randomUUID()}\r\nConnection: close\r\n\r\n`,
  );
  await new Promise((resolve) => tls.on('close', resolve));
  return received.length === 0 ? undefined : Buffer.concat(received).toString();
}

/** A TLS server that answers with the caller that limits are counted for. */
const callerServer = (proxies: string) =>
  forAllTests(async () => {
    const server = await trusted.authority.issueServer(['127.0.0.1'], qwac());
    const callers = new Callers(readProxies(''));
    const https = createServer({ cert: server.certificate, key: server.key }, (request, response) => {
      response.end(`caller ${callers.callerOf(request as unknown as Call)} of ${request.method}`);
    });
    const warnings: string[] = [];
    const log = { warn: (_: object, text: string) => void warnings.push(text) };
    expectProxyHeaders(https, { config: { PROXY_PROTOCOL_PEERS: proxies }, log } as never);
    https.listen(0, '127.0.0.1');
    await once(https, 'listening');
    const { port } = https.address() as AddressInfo;
    return { port, warnings, [Symbol.asyncDispose]: async () => void https.close() };
  });

describe('a connection of a proxy that passes TLS through', () => {
  const server = callerServer('127.0.0.0/8');

  it.each([
    ['a client over IPv4', [OVER_IPV4], '203.0.113.7'],
    ['a client over IPv6, with additions', [OVER_IPV6], '2001:db8::7'],
    ['the proxy itself, as in a health check', [OF_THE_PROXY], '127.0.0.1'],
    [
      'a client in pieces',
      [OVER_IPV4.subarray(0, 5), OVER_IPV4.subarray(5, 20), OVER_IPV4.subarray(20)],
      '203.0.113.7',
    ],
  ])('counts limits for %s', async (_, parts, caller) => {
    expect(await ask(server.port, parts)).toContain(`caller ${caller} of GET`);
  });

  it('counts each connection for its own client, also at the same time', async () => {
    const clients = Array.from({ length: 20 }, (_, index) => index + 1);
    const answers = clients.map((last) =>
      ask(server.port, [header('21', '11', `cb0071${last.toString(16).padStart(2, '0')}c0000201c82201bb`)]),
    );
    for (const [index, answer] of (await Promise.all(answers)).entries()) {
      expect(answer).toContain(`caller 203.0.113.${clients[index]} of GET`);
    }
  });

  it.each([
    ['without a header', [], 'no header of the PROXY protocol, version 2'],
    ['with a header of version 1', [Buffer.from('PROXY TCP4 203.0.113.7 192.0.2.1 51234 443\r\n')], 'no header'],
    ['with another version', [header('31', '11', 'cb007107c0000201c82201bb')], 'unknown version or command'],
    ['with another command', [header('22', '11', 'cb007107c0000201c82201bb')], 'unknown version or command'],
    ['with a client over UDP', [header('21', '12', 'cb007107c0000201c82201bb')], 'names no client over TCP'],
    ['with an address cut short', [header('21', '21', 'cb007107c0000201c82201bb')], 'the header is too short'],
    ['with a header of 64 KB', [Buffer.from(`${SIGNATURE}2111ffff`, 'hex')], 'the header is too long'],
  ])('is ended %s', async (_, parts, reason) => {
    server.warnings.length = 0;
    expect(await ask(server.port, parts)).toBeUndefined();
    expect(server.warnings).toEqual([expect.stringMatching(new RegExp(`^127\\.0\\.0\\.1 \\d+: ${reason}`))]);
  });
});

describe('a connection of anybody else', () => {
  const server = callerServer('10.0.0.0/8');

  it('is served without a header, and counted for its own address', async () => {
    expect(await ask(server.port, [])).toContain('caller 127.0.0.1 of GET');
  });

  it('is refused with a header, so that nobody chooses an address', async () => {
    expect(await ask(server.port, [OVER_IPV4])).toBeUndefined();
  });
});

describe('PROXY_PROTOCOL_PEERS of the gateway', () => {
  let port: number;
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  beforeAll(async () => {
    gateway = await startGateway({ ...trusted.env, SANDBOX: 'false', PROXY_PROTOCOL_PEERS: '127.0.0.1' });
    port = Number(new URL(gateway.tlsUrl).port);
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  it('lets TPPs in behind the header, and nobody of the proxy without it', async () => {
    const path = '/v1/consents/x/status';
    expect(await ask(port, [OVER_IPV4], path)).toContain('CERTIFICATE_MISSING');
    expect(await ask(port, [], path)).toBeUndefined();
    expect(gateway.logLines()).toContainEqual(expect.objectContaining({ event: 'proxyHeaderRefused' }));
    const logged = await eventually(
      async () => gateway.logLines(),
      (lines) => lines.some(({ status }) => status === 401),
    );
    expect(logged).toContainEqual(expect.objectContaining({ status: 401, address: '203.0.113.7' }));
  });
});
