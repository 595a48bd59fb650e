import { once } from 'node:events';
import { Agent as TlsAgent } from 'node:https';
import { connect } from 'node:net';
import { readConsentStatus } from '@xs2a/contracts';
import { Bus } from '@xs2a/service-kit';
import { describe, expect, it } from 'vitest';
import { answerTo } from '../../test/answer-to.ts';
import { startGateway } from '../../test/start-gateway.ts';
import { askOverTls, qwac, trustedAuthority } from '../../test/tls-tpp.ts';

const PATH = '/v1/consents/x/status';
const VALID = { consentStatus: 'valid' } as const;

async function isReady(healthUrl: string): Promise<boolean> {
  return (await fetch(new URL('/readyz', healthUrl))).status === 200;
}

describe('a gateway that was asked to stop', () => {
  it('is immediately not ready, serves for a while with Connection: close, then stops listening', async () => {
    await using gateway = await startGateway({ DRAIN_SECONDS: '2' });
    await using _ = await answerTo(gateway.natsUrl, readConsentStatus, () => VALID);
    const before = await gateway.ask('GET', PATH);
    expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);
    const stopped = gateway.stop();
    expect(await isReady(gateway.healthUrl)).toBe(false);
    for (let asked = 0; asked < 3; asked++) {
      const during = await gateway.ask('GET', PATH);
      expect([during.status, during.headers.get('connection')]).toEqual([200, 'close']);
    }
    await stopped;
    await expect(gateway.ask('GET', PATH)).rejects.toThrow();
  });

  it('serves for a while over TLS too', async () => {
    using trusted = await trustedAuthority();
    const shown = await trusted.authority.issueTpp(qwac());
    await using gateway = await startGateway({ ...trusted.env, DRAIN_SECONDS: '2' });
    await using _ = await answerTo(gateway.natsUrl, readConsentStatus, () => VALID);
    const agent = new TlsAgent({ keepAlive: true });
    const ask = () => askOverTls(gateway.tlsUrl, trusted, shown, 'GET', PATH, { agent });
    expect((await ask()).headers.get('connection')).toBe('keep-alive');
    const stopped = gateway.stop();
    const during = await ask();
    expect([during.status, during.headers.get('connection')]).toEqual([200, 'close']);
    await stopped;
    agent.destroy();
  });

  it('answers all requests in progress, those of one connection in their order', async () => {
    await using gateway = await startGateway({ DRAIN_SECONDS: '1' });
    const bus = await Bus.connect(gateway.natsUrl, 'test');
    const held: (() => void)[] = [];
    bus.connection.subscribe(readConsentStatus.subject, {
      callback: (_, message) => void held.push(() => message.respond(JSON.stringify(VALID))),
    });
    await bus.connection.flush();
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    const received: string[] = [];
    socket.on('data', (part: Buffer) => received.push(part.toString()));
    const ids = Array.from({ length: 3 }, () => crypto.randomUUID());
    socket.write(ids.map((id) => `GET ${PATH} HTTP/1.1\r\nHost: x\r\nX-Request-ID: ${id}\r\n\r\n`).join(''));
    await expect.poll(() => held.length).toBe(3);
    const stopped = gateway.stop();
    expect(await isReady(gateway.healthUrl)).toBe(false);
    for (const answer of held) answer();
    await once(socket, 'close');
    const text = received.join('');
    expect([...text.matchAll(/x-request-id: (\S+)/gi)].map(([, id]) => id)).toEqual(ids);
    expect([...text.matchAll(/^connection: (\S+)/gim)].map(([, value]) => value)).toEqual([
      'keep-alive',
      'keep-alive',
      'close',
    ]);
    await stopped;
    await bus.close();
  });
});
