import { forAllTests } from '@xs2a/test-kit';
import { consentBody, paymentOrder } from '@xs2a/test-system/data/fixtures';
import { beforeEach, describe, expect, it } from 'vitest';
import { bearer, forgetCodes, hrefOf, signInAtBank, startOAuthBank, startRequest, tokensFor } from './oauth-bank.ts';

const EMBEDDED = { 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'false' };
const EXPLICIT = { 'TPP-Explicit-Authorisation-Preferred': 'true' };
const IMPLICIT = { 'TPP-Explicit-Authorisation-Preferred': 'false' };
const PSU = { 'PSU-IP-Address': '192.0.2.10' };
const PRODUCT = '/v1/payments/sepa-credit-transfers';

const bank = forAllTests(() =>
  startOAuthBank(
    '{ preStep: { accounts: optional, payments: optional }, accessTokenMinutes: 10 }\nimplicitStartOnWish: [EMBEDDED]',
  ),
);
beforeEach(() => forgetCodes(bank));

/** Returns an access token that identifies the PSU. */
async function tokenOf(scope: string, psuId = 'psu-private'): Promise<string> {
  const step = await startRequest(bank.tpp, scope, { pushed: true });
  return (await tokensFor(bank.tpp, await signInAtBank(bank, step.url, { psuId }), step)).access_token;
}

const withToken = (token: string, more: Record<string, string> = {}) => bearer(token, { ...EMBEDDED, ...more });

describe('the embedded approach after a pre-step (decision 97)', () => {
  it('the access token is the first factor: an implicitly started payment asks for the code, not for a password', async () => {
    const { requests } = bank.tpp;
    const created = await requests.post(PRODUCT, paymentOrder(), withToken(await tokenOf('PIS'), IMPLICIT));
    expect([created.status, created.headers.get('ASPSP-SCA-Approach')], created.text).toEqual([201, 'EMBEDDED']);
    const status = await requests.get(hrefOf(created, 'scaStatus'), { headers: PSU });
    expect(status.body['scaStatus']).toBe('psuAuthenticated');
    expect(Object.keys(created.body['_links'] as object)).toContain('selectAuthenticationMethod');
    expect(created.text).not.toContain('PsuAuthentication"');
  });

  it('an explicit start is offered without credentials, and begins with psuAuthenticated', async () => {
    const { requests } = bank.tpp;
    const token = await tokenOf('AIS');
    const created = await requests.post('/v1/consents', consentBody(), withToken(token, EXPLICIT));
    expect(created.status, created.text).toBe(201);
    const started = await requests.post(hrefOf(created, 'startAuthorisation'), {}, withToken(token));
    expect([started.status, started.body['scaStatus']], started.text).toEqual([201, 'psuAuthenticated']);
    const picked = await requests.put(
      hrefOf(started, 'selectAuthenticationMethod'),
      { authenticationMethodId: 'sms' },
      withToken(token),
    );
    expect([picked.status, picked.body['scaStatus']], picked.text).toEqual([200, 'scaMethodSelected']);
  });

  it('a token of an earlier request is not carried over: without it the start asks for the password', async () => {
    const { requests } = bank.tpp;
    const created = await requests.post('/v1/consents', consentBody(), withToken(await tokenOf('AIS'), EXPLICIT));
    const started = await requests.post(
      hrefOf(created, 'startAuthorisation'),
      {},
      { headers: { ...PSU, ...EMBEDDED } },
    );
    expect([started.status, started.body['scaStatus']], started.text).toEqual([201, 'psuIdentified']);
    expect(hrefOf(started, 'updatePsuAuthentication')).toContain('/authorisations/');
  });

  it('an update with the token replaces the password', async () => {
    const { requests } = bank.tpp;
    const named = { headers: { ...PSU, ...EMBEDDED, ...EXPLICIT, 'PSU-ID': 'psu-private' } };
    const created = await requests.post('/v1/consents', consentBody(), named);
    const started = await requests.post(hrefOf(created, 'startAuthorisationWithPsuAuthentication'), {}, named);
    expect(started.body['scaStatus']).toBe('psuIdentified');
    const update = hrefOf(started, 'updatePsuAuthentication');
    const other = await requests.put(update, {}, withToken(await tokenOf('AIS', 'psu-multi')));
    expect([other.status, other.text]).toEqual([401, expect.stringContaining('TOKEN_INVALID')]);
    const updated = await requests.put(update, {}, withToken(await tokenOf('AIS')));
    expect([updated.status, updated.body['scaStatus']], updated.text).toEqual([200, 'psuAuthenticated']);
  });

  it('PSU-ID alone is no first factor', async () => {
    const { requests } = bank.tpp;
    const named = { headers: { ...PSU, ...EMBEDDED, ...IMPLICIT, 'PSU-ID': 'psu-private' } };
    const created = await requests.post(PRODUCT, paymentOrder(), named);
    const status = await requests.get(hrefOf(created, 'scaStatus'), { headers: PSU });
    expect(status.body['scaStatus']).toBe('psuIdentified');
  });
});
