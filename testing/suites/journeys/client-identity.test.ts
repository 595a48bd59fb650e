import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxFiles, sandboxTlsVariables, writeSandboxCertificates } from '@xs2a/certificates';
import { type Client, type ClientOptions, fetchBy, signRequest, Xs2aRefusal, xs2aClient } from '@xs2a/client';
import { freePort } from '@xs2a/test-kit';
import { startServicesWith, type TestServices } from '@xs2a/test-system/start/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'xs2a-client-'));
const files = sandboxFiles(folder);
let services: TestServices;
let baseUrl: string;
beforeAll(async () => {
  await writeSandboxCertificates(folder);
  const port = await freePort();
  baseUrl = `https://localhost:${port}`;
  const env = {
    ...sandboxTlsVariables(folder, port),
  };
  services = await startServicesWith(env, 'gateway', 'consent', 'sca', 'bank');
});
afterAll(async () => {
  await services[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

function pairOf(tpp: string, kind: 'qwac' | 'qseal') {
  const { certificate, key } = files.tpp(tpp, kind);
  return { certificate: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') };
}

function clientOf(tpp: string, more: Partial<ClientOptions> = {}): Client {
  const authority = readFileSync(files.authority.certificate, 'utf8');
  return xs2aClient({ baseUrl, tls: { ...pairOf(tpp, 'qwac'), authority }, ...more });
}

const CONSENT = {
  headers: { 'PSU-IP-Address': '192.0.2.10', 'TPP-Redirect-URI': 'https://tpp.example/ok', 'PSU-ID': 'psu-private' },
  body: { access: { allPsd2: 'allAccounts' }, recurringIndicator: true, validUntil: '9999-12-31', frequencyPerDay: 4 },
} as const;
const SANDBOX = 'PSDHR-HNB-SANDBOX';
const codeOf = (sent: Promise<unknown>) =>
  sent.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Xs2aRefusal ? error.code : String(error)),
  );

describe('a TPP with its certificates', () => {
  it('is identified by mutual TLS, and follows links over it', async () => {
    const client = clientOf(SANDBOX);
    const created = await client.createConsent(CONSENT);
    expect((await client.follow(created, 'status')).body).toEqual({ consentStatus: 'received' });
  });

  it('that has expired or lacks the role is refused with the reason', async () => {
    expect(await codeOf(clientOf('PSDHR-HNB-EXPIRED').createConsent(CONSENT))).toBe('CERTIFICATE_EXPIRED');
    expect(await codeOf(clientOf('PSDHR-HNB-PISONLY').createConsent(CONSENT))).toBe('ROLE_INVALID');
  });

  it('signs requests, with and without a body, so that the bank verifies them (decision 26)', async () => {
    const client = clientOf(SANDBOX, { signing: pairOf(SANDBOX, 'qseal') });
    const created = await client.createConsent(CONSENT);
    expect((await client.follow(created, 'self')).status).toBe(200);
  });

  it('signs method, address and time, so that its signature is invalid for another request (decision 26)', async () => {
    const authority = readFileSync(files.authority.certificate, 'utf8');
    const send = fetchBy({ ...pairOf(SANDBOX, 'qwac'), authority });
    const { body } = await clientOf(SANDBOX).createConsent(CONSENT);
    const headers = new Headers({ 'X-Request-ID': crypto.randomUUID() });
    const url = new URL(`/v1/consents/${body.consentId}/status`, baseUrl);
    signRequest(pairOf(SANDBOX, 'qseal'), { method: 'GET', url, headers, body: '' });
    expect(headers.get('Signature')).toContain('headers="(request-target) date digest x-request-id"');
    const statusOf = async (method: string, address: URL, changed = {}) =>
      (await send(address.href, { method, headers: { ...Object.fromEntries(headers), ...changed } })).status;
    expect(await statusOf('GET', url)).toBe(200);
    expect(await statusOf('DELETE', new URL(`/v1/consents/${body.consentId}`, baseUrl))).toBe(401);
    expect(await statusOf('GET', url, { date: new Date(Date.now() - 4_500_000).toUTCString() })).toBe(401);
    expect(await statusOf('GET', url)).toBe(200);
  });

  it("whose signature was made with another's key is refused", async () => {
    const signing = { ...pairOf(SANDBOX, 'qseal'), key: pairOf('PSDHR-HNB-OTHER', 'qseal').key };
    expect(await codeOf(clientOf(SANDBOX, { signing }).createConsent(CONSENT))).toBe('SIGNATURE_INVALID');
    const others = { signing: pairOf('PSDHR-HNB-OTHER', 'qseal') };
    expect(await codeOf(clientOf(SANDBOX, others).createConsent(CONSENT))).toBe('CERTIFICATE_INVALID');
  });
});
