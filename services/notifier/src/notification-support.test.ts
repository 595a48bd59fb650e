import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type IssuedCertificate,
  sandboxFiles,
  sandboxTlsVariables,
  TestAuthority,
  writeSandboxCertificates,
} from '@xs2a/certificates';
import { freePort, profileFile, TppClient } from '@xs2a/test-kit';
import { consentBody, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { SEPA } from '@xs2a/test-system/start/payment-services';
import { startServicesWith, type TestServices } from '@xs2a/test-system/start/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const DAY_MS = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), 'xs2a-notification-'));
const files = sandboxFiles(folder);
const PERMITTED = 'localhost:18090';

let services: TestServices;
let port: number;
let shown: IssuedCertificate;
beforeAll(async () => {
  await writeSandboxCertificates(folder);
  const authority = await TestAuthority.of({
    certificate: readFileSync(files.authority.certificate, 'utf8'),
    key: readFileSync(files.authority.key, 'utf8'),
  });
  shown = await authority.issueTpp({
    organizationIdentifier: 'PSDHR-HNB-NAMED',
    name: 'Named',
    roles: ['AISP', 'PISP'],
    qcType: 'web',
    commonName: 'pay.example',
    dnsNames: ['*.wild.example'],
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
  });
  port = await freePort();
  const env = {
    ...sandboxTlsVariables(folder, port),
    NOTIFICATION_PERMITTED_HOSTS: PERMITTED,
  };
  services = await startServicesWith(env, 'gateway', 'consent', 'sca', 'bank', 'payments');
});
afterAll(async () => {
  await services[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly support: string | undefined;
  readonly content: string | undefined;
}

/** Requests a consent over mutual TLS, with a certificate for pay.example and *.wild.example. */
function askForConsent(uri: string): Promise<Answer> {
  const headers = {
    ...REDIRECT_HEADERS,
    'X-Request-ID': crypto.randomUUID(),
    'Content-Type': 'application/json',
    'TPP-Notification-URI': uri,
    'TPP-Notification-Content-Preferred': 'status=LAST,SCA',
  };
  const connection = { host: 'localhost', port, ca: readFileSync(files.authority.certificate) };
  const identity = { cert: shown.certificate, key: shown.key };
  return new Promise((resolve, reject) => {
    const sent = request({ ...connection, ...identity, method: 'POST', path: '/v1/consents', headers }, (response) => {
      response.resume();
      const [support, content] = ['aspsp-notification-support', 'aspsp-notification-content'].map(
        (name) => response.headers[name] as string | undefined,
      );
      resolve({ status: response.statusCode ?? 0, support, content });
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(consentBody()));
  });
}

describe('the host of TPP-Notification-URI must be named in the web certificate of the TPP (decision 27)', () => {
  it.each([
    'https://pay.example/notifications',
    'https://hooks.pay.example/notifications?a=b',
    'https://one.wild.example',
  ])('%s is: the header is true, with the contents', async (uri) => {
    expect(await askForConsent(uri)).toEqual({ status: 201, support: 'true', content: 'status=SCA,LAST' });
  });

  it.each([
    ['https://other.example/notifications', 'the domain of another TPP'],
    ['https://pay.example.evil.example/notifications', 'a domain with the same beginning'],
    ['http://pay.example/notifications', 'no TLS'],
    ['https://pay.example:8443/notifications', 'another port'],
    ['https://127.0.0.1/notifications', 'an address'],
    ['https://localhost/notifications', 'this machine'],
    ['https://user@pay.example/notifications', 'user information'],
    ['not a uri', 'no URI'],
  ])('%s is not: the header is false, without an error (%s)', async (uri) => {
    expect(await askForConsent(uri)).toEqual({ status: 201, support: 'false', content: undefined });
  });

  it('a TPP without a certificate is notified only at hosts that the sandbox permits by name', async () => {
    const tpp = new TppClient(services.running.gateway.httpUrl ?? '');
    const ask = async (uri: string) => {
      const headers = { ...REDIRECT_HEADERS, 'TPP-Notification-URI': uri };
      const answer = await tpp.post('/v1/consents', consentBody(), { headers });
      const warned = (answer.body['tppMessages'] ?? []) as { path?: string; text: string }[];
      return [answer.headers.get('ASPSP-Notification-Support'), warned.map(({ path, text }) => `${path} ${text}`)];
    };
    const warning = expect.stringMatching(/^TPP-Notification-URI is not taken, .* https:/) as string;
    expect(await ask(`http://${PERMITTED}/notifications`)).toEqual(['true', []]);
    expect(await ask('http://localhost:18091/notifications')).toEqual(['false', [warning]]);
    expect(await ask('https://pay.example/notifications')).toEqual(['false', [warning]]);
  });
});

describe('TPP-Notification-Content-Preferred', () => {
  it.each([
    ['status=SCA, PROCESS, LAST', 'status=SCA,PROCESS,LAST'],
    ['SCA', 'status=SCA'],
    ['status=sca,process', 'status=SCA,PROCESS'],
    ['status=SCA,NONE', 'status=SCA'],
    ['status=', 'status=LAST'],
    ['everything', 'status=LAST'],
  ])('%j is answered with %s and never refused', async (preferred, content) => {
    const tpp = new TppClient(services.running.gateway.httpUrl ?? '');
    const headers = {
      ...REDIRECT_HEADERS,
      'TPP-Notification-URI': `http://${PERMITTED}/notifications`,
      'TPP-Notification-Content-Preferred': preferred,
    };
    const answer = await tpp.post(SEPA, paymentOrder(), { headers });
    expect([answer.status, answer.headers.get('ASPSP-Notification-Content')]).toEqual([201, content]);
  });
});

it.each([
  ['contents: []', undefined, undefined],
  ['contents: [PROCESS]', 'true', 'status=PROCESS'],
  ['contents: [LAST]', 'false', undefined],
])('a bank whose profile has notifications: { %s } answers %s', async (setting, support, content) => {
  const env = { PROFILE: profileFile(`notifications: { ${setting} }`), NOTIFICATION_PERMITTED_HOSTS: PERMITTED };
  await using own = await startServicesWith(env, 'gateway', 'bank', 'sca', 'payments');
  const wish = {
    'TPP-Notification-URI': `http://${PERMITTED}/notifications`,
    'TPP-Notification-Content-Preferred': 'status=SCA,PROCESS',
  };
  const tpp = new TppClient(own.running.gateway.httpUrl ?? '');
  const { status, headers } = await tpp.post(SEPA, paymentOrder(), { headers: { ...REDIRECT_HEADERS, ...wish } });
  expect(status).toBe(201);
  expect(headers.get('ASPSP-Notification-Support') ?? undefined).toBe(support);
  expect(headers.get('ASPSP-Notification-Content') ?? undefined).toBe(content);
});
