import { connect } from 'node:net';
import { isRedirectUri } from '@xs2a/service-kit';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { AS_JSON, CONSENT } from '../../../test/endpoint-samples.ts';
import { startGateway } from '../../../test/start-gateway.ts';
import { HEADER_FORMATS } from './header-formats.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const gateway = forAllTests(() => startGateway());

describe('X-Request-ID', () => {
  it.each(['/v1/consents/x', '/v1/accounts', '/v1/nothing', '/v1/consents'])(
    'is echoed as it was sent: %s',
    async (path) => {
      const requestId = 'F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6';
      const answer = await gateway.ask('GET', path, { headers: { 'X-Request-ID': requestId } });
      expect(answer.headers.get('x-request-id')).toBe(requestId);
    },
  );

  it.each(['', 'abc', '99391c7e-ad88-49ec-a2ad-99ddcb1f7721x', '<script>'])(
    '%j is refused and never echoed',
    async (sent) => {
      const answer = await gateway.ask('GET', '/v1/consents/x', { headers: { 'X-Request-ID': sent } });
      expect([answer.status, answer.message.code, answer.message.path]).toEqual([400, 'FORMAT_ERROR', 'X-Request-ID']);
      expect(answer.headers.get('x-request-id')).toMatch(UUID);
    },
  );
});

describe('the value of a header', () => {
  it.each<[name: string, good: string[], bad: string[]]>([
    [
      'psu-ip-address',
      ['192.0.2.1', '2001:db8::1'],
      ['192.0.2.256', '192.0.2.1/24', 'localhost', '192.0.2.1, 192.0.2.2'],
    ],
    ['psu-ip-port', ['1', '65535'], ['0', '65536', '-1', '+1', '8e3']],
    ['psu-http-method', ['GET', 'PATCH'], ['get', 'HEAD', 'constructor']],
    ['psu-device-id', ['99391c7e-ad88-49ec-a2ad-99ddcb1f7721'], ['my-phone', '99391c7ead8849eca2ad99ddcb1f7721']],
    [
      'psu-geo-location',
      ['GEO:45.815010;15.981919'],
      ['45.815011;15.981919', 'GEO:45,815011;15,981919', 'GEO:45.8;15.9'],
    ],
    ['psu-id', ['x', 'x'.repeat(100)], ['x'.repeat(101)]],
    ['psu-id-type', ['x'.repeat(50)], ['x'.repeat(51)]],
    ['tpp-decoupled-preferred', ['true', 'false', 'True', 'FALSE'], ['1', 'yes', 'null', 'truefalse', 'TRUE ish']],
  ])('has the format of the interface: %s', (name, good, bad) => {
    const { fits } = HEADER_FORMATS.get(name) ?? expect.unreachable(name);
    expect([...good, ...bad].filter(fits)).toEqual(good);
  });
});

it('a repeated header is refused, not joined', async () => {
  const requestId = `X-Request-ID: ${crypto.randomUUID()}`;
  const lines = ['GET /v1/accounts HTTP/1.1', 'Host: x', requestId, 'Consent-ID: a', 'Consent-ID: b'];
  const answer = await sendRaw(gateway.url, lines);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"path":"Consent-ID","text":"Consent-ID must be sent once"');
});

it('a client that sends headers slowly gets 408 and is disconnected', async () => {
  const answer = await sendRaw(gateway.url, ['GET /v1/accounts HTTP/1.1', 'Host: x'], '');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

describe('a redirect address', () => {
  it.each([
    'https://tpp.example/ok?state=a%20b&x=[1]',
    'http://localhost:3000/cb',
    'http://127.0.0.1:3000/cb',
    'http://192.168.1.7/cb',
    'http://[::1]:3000/cb',
    'https://[2001:db8::1]/cb',
    'https://tpp.example',
    'hr.example.app:/callback',
    'com.example-app://back/here',
    'myapp:/callback',
    'my-app://callback?state=1',
  ])('%s is accepted', (uri) => expect(isRedirectUri(uri)).toBe(true));

  it.each([
    '',
    'tpp.example/ok',
    '//tpp.example/ok',
    'https://%74pp.example/ok',
    'javascript:alert(1)',
    'JavaScript://x/%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'intent://x#Intent;end',
    'intent://x/',
    'javascript:/x/;alert(1)',
    'VBScript://x',
    'data:/text/html,x',
    'blob:/x',
    'about:/blank',
    'view-source:/x',
    'http:/tpp.example/',
    'https:/tpp.example/',
    'ms-settings:/x',
    'mailto:/x',
    'myapp:callback',
    'a.b:javascript:',
    'hr.example.app:callback',
    'a.b:/x',
    'ms-settings.a:x',
    'ms-settings.a:/x',
    'javascript.app:/x',
    'com.-example:/x',
    'http://169.254.169.254/latest',
    'https://[fe80::1]/',
    'http://[::ffff:169.254.1.1]/',
    'http://[::169.254.169.254]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[2002:a9fe:a9fe::]/',
    'https://[fec0::1]/',
    'https://-tpp.example/',
    'https://tpp-.example/',
    'http://0.0.0.0/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'http://[::]/',
    'myapp://user@callback',
    '-app:/x',
    'https://user@tpp.example/',
    'https://user:secret@tpp.example/',
    'https://@tpp.example/',
    'https:///tpp.example/',
    'https://tpp.example\\@evil.example/',
    'https://tpp.example/#fragment',
    'https://tpp.example/#',
    'https://tpp.example/a b',
    'https://tpp.example/\r\nX: y',
    'https://tpp.example/"><script>',
    'https://tpp.exämple/',
    'https://[::1/',
    `https://tpp.example/${'a'.repeat(2_048)}`,
  ])('%j is refused', (uri) => expect(isRedirectUri(uri)).toBe(false));

  it('is mandatory if TPP-Redirect-Preferred is true', async () => {
    const create = (headers: Record<string, string>) =>
      gateway.ask('POST', '/v1/consents', { headers: { ...AS_JSON, ...headers }, body: JSON.stringify(CONSENT) });
    const refused = await create({ 'TPP-Redirect-Preferred': 'true' });
    expect([refused.status, refused.message.path]).toEqual([400, 'TPP-Redirect-URI']);
    const accepted = await create({ 'TPP-Redirect-Preferred': 'true', 'TPP-Redirect-URI': 'https://tpp.example/ok' });
    expect(accepted.status).toBe(503);
    expect((await create({ 'TPP-Redirect-Preferred': 'false' })).status).toBe(503);
    for (const redirect of ['True', 'TRUE']) {
      expect((await create({ 'TPP-Redirect-Preferred': redirect })).message.path).toBe('TPP-Redirect-URI');
    }
  });
});

describe('every answer', () => {
  it('forbids caching and content sniffing and does not reveal the software', async () => {
    for (const path of ['/v1/consents/x', '/v1/nothing']) {
      const { headers } = await gateway.ask('GET', path);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.has('x-powered-by') || headers.has('etag') || headers.has('strict-transport-security')).toBe(
        false,
      );
    }
  });
});

function sendRaw(url: string, lines: string[], end = '\r\n\r\n'): Promise<string> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${[...lines, 'Connection: close'].join('\r\n')}${end}`),
    );
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      answer += part;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}
