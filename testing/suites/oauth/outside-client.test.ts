import { forAllTests } from '@xs2a/test-kit';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  approveAtBank,
  bearer,
  createConsent,
  forgetCodes,
  hrefOf,
  startOAuthBank,
  startRequest,
  tokensFor,
} from './oauth-bank.ts';

const bank = forAllTests(() =>
  startOAuthBank(
    '{ integrated: true, readsNeedToken: true, preStep: { accounts: optional, payments: needed } }\nscaApproaches: [REDIRECT]',
  ),
);
// No PSU may request this many codes within a few minutes.
beforeEach(() => forgetCodes(bank));

describe('OAuth as SCA approach (decision 69) with openid-client', () => {
  it('a consent: scaOAuth leads to the metadata, the approval to a code, the code to a token that reads accounts', async () => {
    const created = await createConsent(bank.tpp);
    expect(created.status).toBe(201);
    expect(created.headers.get('ASPSP-SCA-Approach')).toBe('REDIRECT');
    expect(created.body._links).not.toHaveProperty('scaRedirect');
    const metadata = await (await bank.withoutCertificate(hrefOf(created, 'scaOAuth'))).json();
    expect(metadata).toMatchObject({ issuer: bank.gatewayUrl, code_challenge_methods_supported: ['S256'] });
    const consentId = String(created.body['consentId']);
    const started = await startRequest(bank.tpp, `AIS:${consentId}`);
    const back = await approveAtBank(bank, started.url);
    expect(back.href).toMatch(/^https:\/\/tpp\.example\/ok\?/);
    expect(back.searchParams.get('iss')).toBe(bank.gatewayUrl);
    const tokens = await tokensFor(bank.tpp, back, started);
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: `AIS:${consentId}`, expires_in: 600 });
    const accounts = await bank.tpp.requests.get('/v1/accounts', bearer(tokens.access_token));
    expect([accounts.status, accounts.body['accounts']]).toEqual([200, [expect.objectContaining({ currency: 'EUR' })]]);
    const without = await bank.tpp.requests.get('/v1/accounts', { headers: { 'Consent-ID': consentId } });
    expect([without.status, without.text]).toEqual([401, expect.stringContaining('TOKEN_UNKNOWN')]);
  });

  it('the published interface has the link, and the token as authentication of the caller', async () => {
    const published = await (await bank.withoutCertificate(`${bank.gatewayUrl}/openapi.json`)).text();
    const { components, paths } = JSON.parse(published) as {
      components: { securitySchemes: object };
      paths: Record<string, { get?: { security: object[] } }>;
    };
    expect(components.securitySchemes).toHaveProperty('accessToken', expect.objectContaining({ scheme: 'bearer' }));
    expect(paths['/v1/accounts']?.get?.security).toContainEqual({ clientCertificate: [], accessToken: [] });
    expect([published.includes('"scaOAuth"'), published.includes('"scaRedirect"')]).toEqual([true, false]);
  });
});
