import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxFiles, thumbprintOf, writeSandboxCertificates } from '@xs2a/certificates';
import { freePort } from '@xs2a/test-kit';
import { startServicesWith, type TestServices } from '@xs2a/test-system/start/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'xs2a-evidence-'));
const files = sandboxFiles(folder);
let services: TestServices;
let port: number;
beforeAll(async () => {
  await writeSandboxCertificates(folder);
  port = await freePort();
  const env = {
    GATEWAY_TLS_PORT: String(port),
    GATEWAY_TLS_CERTIFICATE: files.server.certificate,
    GATEWAY_TLS_KEY: files.server.key,
    TPP_TRUST_LIST: files.authority.certificate,
    TPP_REVOCATIONS: files.revocations,
    TPP_STOP_LIST: files.blocklist,
  };
  services = await startServicesWith(env, 'gateway', 'consent', 'sca', 'bank');
});
afterAll(async () => {
  await services[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Sends a request over mutual TLS as a test TPP. */
function ask(
  tpp: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; consentId?: string }> {
  const { certificate, key } = files.tpp(tpp, 'qwac');
  const identity = { cert: readFileSync(certificate), key: readFileSync(key) };
  const headers = {
    'X-Request-ID': crypto.randomUUID(),
    'PSU-IP-Address': '192.0.2.10',
    'TPP-Redirect-URI': 'https://tpp.example/ok',
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  const ca = readFileSync(files.authority.certificate);
  return new Promise((resolve, reject) => {
    const sent = request({ host: 'localhost', port, method, path, headers, ca, ...identity }, (response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('end', () => {
        const parsed = (text === '' ? {} : JSON.parse(text)) as { consentId?: string };
        resolve({ ...parsed, status: response.statusCode ?? 0 });
      });
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

const CONSENT = {
  access: { balances: [{ iban: 'HR2799900051100000019' }] },
  recurringIndicator: true,
  validUntil: '9999-12-31',
  frequencyPerDay: 4,
};
const thumbprint = (tpp: string) =>
  thumbprintOf(new X509Certificate(readFileSync(files.tpp(tpp, 'qwac').certificate)).raw);

describe('a request of a TPP over mutual TLS', () => {
  it('is recorded in the history with the id of the TPP and the thumbprint of its certificate', async () => {
    const { status, consentId } = await ask('PSDHR-HNB-SANDBOX', 'POST', '/v1/consents', CONSENT);
    expect(status).toBe(201);
    const stored = await services
      .database('consent')
      .collection('consents')
      .findOne({ _id: consentId as never });
    expect(stored?.['history'][0]).toMatchObject({
      event: 'created',
      by: 'PSDHR-HNB-SANDBOX',
      certificate: thumbprint('PSDHR-HNB-SANDBOX'),
    });
  });

  it('creates a resource of the organisation: a renewed certificate can read it, another TPP cannot', async () => {
    const { consentId } = await ask('PSDHR-HNB-SANDBOX', 'POST', '/v1/consents', CONSENT);
    const before = thumbprint('PSDHR-HNB-SANDBOX');
    rmSync(files.tpp('PSDHR-HNB-SANDBOX', 'qwac').certificate);
    await writeSandboxCertificates(folder);
    expect(thumbprint('PSDHR-HNB-SANDBOX')).not.toBe(before);
    expect((await ask('PSDHR-HNB-SANDBOX', 'GET', `/v1/consents/${consentId}`)).status).toBe(200);
    expect((await ask('PSDHR-HNB-OTHER', 'GET', `/v1/consents/${consentId}`)).status).toBe(403);
  });
});
