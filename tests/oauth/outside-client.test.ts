import { RETURN } from '@xs2a/test-system/data/fixtures';
import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  approveAtBank,
  approvedConsent,
  bearer,
  createConsent,
  createPayment,
  forgetCodes,
  hrefOf,
  type OAuthBank,
  signInAtBank,
  startOAuthBank,
  startRequest,
  tokensFor,
} from './oauth-bank.ts';

let bank: OAuthBank;
beforeAll(async () => {
  bank = await startOAuthBank(
    '{ integrated: true, readsNeedToken: true, preStep: { accounts: optional, payments: needed } }\nscaApproaches: [REDIRECT]',
  );
});
afterAll(() => bank[Symbol.asyncDispose]());
// So many codes no PSU may ask for in a few minutes.
beforeEach(() => forgetCodes(bank));

describe('OAuth as SCA approach (decision 69), walked by openid-client', () => {
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

  it('a token is refreshed as long as the consent lives, and not after the PSU or the TPP has ended it', async () => {
    const { tokens, consentId } = await approvedConsent(bank);
    const renewed = await client.refreshTokenGrant(bank.renewed.configuration, tokens.refresh_token ?? '');
    const accounts = await bank.renewed.requests.get('/v1/accounts', bearer(renewed.access_token));
    expect(accounts.status).toBe(200);
    expect((await bank.tpp.requests.delete(`/v1/consents/${consentId}`, bearer(tokens.access_token))).status).toBe(204);
    const refused = client.refreshTokenGrant(bank.tpp.configuration, tokens.refresh_token ?? '');
    await expect(refused).rejects.toMatchObject({ error: 'invalid_grant' });
    const read = await bank.tpp.requests.get('/v1/accounts', bearer(tokens.access_token));
    expect(read.status).toBe(401);
  });

  it('a payment after a pre-step: the token names the PSU, and the PSU approves by OAuth too', async () => {
    const step = await startRequest(bank.tpp, 'PIS', { pushed: true });
    const named = await tokensFor(bank.tpp, await signInAtBank(bank, step.url), step);
    expect(named.refresh_token).toBeUndefined();
    expect((await createPayment(bank.tpp)).text).toContain('TOKEN_UNKNOWN');
    const created = await createPayment(bank.tpp, bearer(named.access_token).headers);
    expect(created.status).toBe(201);
    const paymentId = String(created.body['paymentId']);
    const stored = await bank.services.database('sca').collection('authorisations').findOne({ 'parent.id': paymentId });
    expect(stored).toMatchObject({ namedPsu: { psuId: 'psu-private' } });
    const started = await startRequest(bank.tpp, `PIS:${paymentId}`);
    const back = await approveAtBank(bank, started.url);
    const tokens = await tokensFor(bank.tpp, back, started);
    expect(tokens.refresh_token).toBeUndefined();
    const status = await bank.tpp.requests.follow(created, 'status', bearer(tokens.access_token));
    expect(status.body['transactionStatus']).toMatch(/^(ACCP|ACSP|ACSC)$/);
  });

  it('a consent after a pre-step is of the PSU of the token, and PSU-ID may repeat it', async () => {
    const step = await startRequest(bank.tpp, 'AIS', { pushed: true });
    const named = await tokensFor(bank.tpp, await signInAtBank(bank, step.url), step);
    const { headers } = bearer(named.access_token);
    expect((await createConsent(bank.tpp, { ...headers, 'PSU-ID': 'psu-private' })).status).toBe(201);
    const other = await createConsent(bank.tpp, { ...headers, 'PSU-ID': 'psu-multi' });
    expect([other.status, other.text]).toEqual([401, expect.stringContaining('PSU_CREDENTIALS_INVALID')]);
  });

  it('the published interface says so: the link, and the token as a way to prove who calls', async () => {
    const published = await (await bank.withoutCertificate(`${bank.gatewayUrl}/openapi.json`)).text();
    const { components, paths } = JSON.parse(published) as {
      components: { securitySchemes: object };
      paths: Record<string, { get?: { security: object[] } }>;
    };
    expect(components.securitySchemes).toHaveProperty('accessToken', expect.objectContaining({ scheme: 'bearer' }));
    expect(paths['/v1/accounts']?.get?.security).toContainEqual({ clientCertificate: [], accessToken: [] });
    expect([published.includes('"scaOAuth"'), published.includes('"scaRedirect"')]).toEqual([true, false]);
  });

  it('a PSU who declines: the TPP gets access_denied and no code', async () => {
    const step = await startRequest(bank.tpp, 'AIS', { pushed: true });
    const back = await signInAtBank(bank, step.url, { answer: '/decline' });
    expect(back.origin + back.pathname).toBe(RETURN.ok);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', iss: bank.gatewayUrl });
    expect(back.searchParams.has('code')).toBe(false);
  });
});
