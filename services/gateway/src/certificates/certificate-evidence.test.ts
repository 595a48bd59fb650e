import { X509Certificate } from 'node:crypto';
import { type IssuedCertificate, thumbprintOf } from '@xs2a/certificates';
import { forAllTests, freePort } from '@xs2a/test-kit';
import { startServicesWith } from '@xs2a/test-system/start/start-services';
import { describe, expect, it } from 'vitest';
import { AS_JSON } from '../../test/endpoint-samples.ts';
import { askOverTls, qwac, useTrusted } from '../../test/tls-tpp.ts';

const TPP = 'PSDHR-HNB-SANDBOX';
const CONSENT = {
  access: { balances: [{ iban: 'HR2799900051100000019' }] },
  recurringIndicator: true,
  validUntil: '9999-12-31',
  frequencyPerDay: 4,
};

const trusted = useTrusted();
const at = forAllTests(async () => ({ port: await freePort() }));
const services = forAllTests(() =>
  startServicesWith({ ...trusted.env, GATEWAY_TLS_PORT: String(at.port) }, 'gateway', 'consent', 'sca', 'bank'),
);
const issue = (organizationIdentifier: string) => trusted.authority.issueTpp(qwac({ organizationIdentifier }));

async function ask(shown: IssuedCertificate, method: string, path: string, body?: object) {
  const sent = {
    headers: { ...AS_JSON, 'PSU-IP-Address': '192.0.2.10', 'TPP-Redirect-URI': 'https://tpp.example/ok' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const { status, text } = await askOverTls(`https://127.0.0.1:${at.port}`, trusted, shown, method, path, sent);
  const { consentId } = JSON.parse(text) as { consentId?: string };
  return { status, consentId };
}

describe('a request of a TPP over mutual TLS', () => {
  it('is recorded in the history with the id of the TPP and the thumbprint of its certificate', async () => {
    const shown = await issue(TPP);
    const { status, consentId } = await ask(shown, 'POST', '/v1/consents', CONSENT);
    expect(status).toBe(201);
    const stored = await services
      .database('consent')
      .collection('consents')
      .findOne({ _id: consentId as never });
    const certificate = thumbprintOf(new X509Certificate(shown.certificate).raw);
    expect(stored?.['history'][0]).toMatchObject({ event: 'created', by: TPP, certificate });
  });

  it('creates a resource of the organisation: readable with a renewed certificate, not by another TPP', async () => {
    const { consentId } = await ask(await issue(TPP), 'POST', '/v1/consents', CONSENT);
    expect((await ask(await issue(TPP), 'GET', `/v1/consents/${consentId}`)).status).toBe(200);
    expect((await ask(await issue('PSDHR-HNB-OTHER'), 'GET', `/v1/consents/${consentId}`)).status).toBe(403);
  });
});
