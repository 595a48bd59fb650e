import { channel } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createPlain, type RequestListener } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { TestAuthority } from '@xs2a/certificates';
import { afterAll, describe, expect, it } from 'vitest';
import { type Delivery, postNotification } from './post-notification.ts';

const DAY_MS = 86_400_000;
const validity = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) };
const authority = await TestAuthority.create(new Date());
const stranger = await TestAuthority.create(new Date(), 'Stranger');
const folder = mkdtempSync(join(tmpdir(), 'xs2a-notifier-'));
afterAll(() => rmSync(folder, { recursive: true }));

function keep(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const bank = await authority.issueServer(['bank.example'], validity);
const CONFIG = {
  SANDBOX: 'true',
  NOTIFICATION_PERMITTED_HOSTS: '',
  NOTIFIER_TLS_CERTIFICATE: keep('bank.pem', bank.certificate),
  NOTIFIER_TLS_KEY: keep('bank.key', bank.key),
  NOTIFIER_TRUST_LIST: keep('ca.pem', authority.own.certificate),
} as const;

const notification = (uri: string) => ({
  id: crypto.randomUUID(),
  uri,
  body: { paymentId: 'payment-1', transactionStatus: 'ACSC' },
  at: new Date(),
  sequence: 1,
});

const deliveryTo = (host: string, resolve: Delivery['resolve'] = () => Promise.resolve([])): Delivery => ({
  config: CONFIG,
  permitted: new Set([host]),
  resolve,
});

async function listen(answer: RequestListener, tls?: ServerOptions) {
  const server = tls === undefined ? createPlain(answer) : createServer(tls, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  return {
    host,
    uri: `${tls === undefined ? 'http' : 'https'}://${host}/told`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function tlsOf(from: TestAuthority, name: string): Promise<ServerOptions> {
  const { certificate: cert, key } = await from.issueServer([name], validity);
  return { cert, key, ca: authority.own.certificate, requestCert: true, rejectUnauthorized: true };
}

describe('a notification', () => {
  it("is sent over TLS with the bank's certificate and its own request id (decision 27)", async () => {
    const seen: unknown[] = [];
    await using receiver = await listen(
      (request, response) => {
        const { subject } = (request.socket as TLSSocket).getPeerCertificate();
        const { method, url, headers } = request;
        seen.push({ method, url, id: headers['x-request-id'], type: headers['content-type'], shown: subject.CN });
        response.end();
      },
      await tlsOf(authority, 'localhost'),
    );
    const message = notification(receiver.uri);
    expect(await postNotification(deliveryTo(receiver.host), message)).toEqual({ outcome: 'answered', status: 200 });
    const { id } = message;
    expect(seen).toEqual([{ method: 'POST', url: '/told', id, type: 'application/json', shown: 'bank.example' }]);
  });

  it.each([
    ['of an untrusted authority', stranger, 'localhost'],
    ['that names another host', authority, 'other.example'],
  ])('is not sent to a receiver with a certificate %s', async (_, from, name) => {
    let asked = 0;
    await using receiver = await listen(() => void asked++, await tlsOf(from, name));
    const posted = await postNotification(deliveryTo(receiver.host), notification(receiver.uri));
    expect({ ...posted, asked }).toEqual({ outcome: 'notReached', asked: 0 });
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect %i', async (status) => {
    const asked: (string | undefined)[] = [];
    await using inside = await listen((request, response) => {
      asked.push(`inside ${request.url}`);
      response.end();
    });
    await using receiver = await listen((request, response) => {
      asked.push(request.url);
      response.writeHead(status, { Location: `http://${inside.host}/admin` }).end();
    });
    expect(await postNotification(deliveryTo(receiver.host), notification(receiver.uri))).toEqual({
      outcome: 'answered',
      status,
    });
    expect(asked).toEqual(['/told']);
  });

  it('waits for an answer up to its time limit, and reads only its headers', async () => {
    await using silent = await listen(() => undefined);
    await using endless = await listen((_, response) => {
      response.writeHead(500);
      const pour = () => void (response.destroyed || (response.write('x'.repeat(65_536)), setImmediate(pour)));
      pour();
    });
    const [first, second] = await Promise.all([
      postNotification(deliveryTo(silent.host), notification(silent.uri)),
      postNotification(deliveryTo(endless.host), notification(endless.uri)),
    ]);
    expect(first).toEqual({ outcome: 'tooSlow' });
    expect(second).toEqual({ outcome: 'answered', status: 500 });
  });

  it('is dropped if the answer has endless headers', async () => {
    await using receiver = await listen((_, response) => {
      response.writeHead(200, { 'X-Long': 'x'.repeat(20_000) }).end();
    });
    expect(await postNotification(deliveryTo(receiver.host), notification(receiver.uri))).toEqual({
      outcome: 'notReached',
    });
  });

  it('ends if the answer switches to another protocol, so that the notifier can stop', async () => {
    await using receiver = await listen(({ socket }) => {
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    });
    expect(await postNotification(deliveryTo(receiver.host), notification(receiver.uri))).toEqual({
      outcome: 'notReached',
    });
  });

  it('is not delayed beyond the limit by a name server that does not answer', async () => {
    const never = () => new Promise<never>(() => undefined);
    const posted = await postNotification(deliveryTo('localhost:1', never), notification('https://tpp.example/'));
    expect(posted).toEqual({ outcome: 'tooSlow' });
  });
});

describe('a host that is not permitted by name', () => {
  it('is not connected to if it resolves to an internal address, whatever its name', async () => {
    let asked = 0;
    await using inside = await listen(() => void asked++);
    const elsewhere = deliveryTo('localhost:1', () => Promise.resolve(['127.0.0.1']));
    for (const uri of [inside.uri, 'https://tpp.example/', 'https://127.0.0.1/', 'https://0x7f.1/'])
      expect(await postNotification(elsewhere, notification(uri))).toEqual({ outcome: 'notPermitted' });
    expect(asked).toBe(0);
  });

  it('is connected to at exactly the checked address, even if its name resolves to an internal one a moment later', async () => {
    const attempts: string[] = [];
    const watch = (message: unknown): void => {
      const { socket } = message as { socket: Socket };
      socket.on('connectionAttempt', (address: string, port: number) => {
        attempts.push(`${address} ${port}`);
        setImmediate(() => socket.destroy(new Error('seen')));
      });
    };
    channel('net.client.socket').subscribe(watch);
    let asked = 0;
    const rebinding = () => Promise.resolve(++asked === 1 ? ['93.184.216.34'] : ['127.0.0.1']);
    try {
      const posted = await postNotification(
        deliveryTo('localhost:1', rebinding),
        notification('https://tpp.example/a'),
      );
      expect(posted).toEqual({ outcome: 'notReached' });
    } finally {
      channel('net.client.socket').unsubscribe(watch);
    }
    expect(attempts).toEqual(['93.184.216.34 443']);
    expect(asked).toBe(1);
  });
});
