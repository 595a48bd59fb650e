import { forAllTests } from '@xs2a/test-kit';
import { RETURN } from '@xs2a/test-system/data/fixtures';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  approveAtBank,
  bearer,
  createConsent,
  createPayment,
  forgetCodes,
  hrefOf,
  startOAuthBank,
  startRequest,
  tokensFor,
} from './oauth-bank.ts';

const PSU = { 'PSU-IP-Address': '192.0.2.10' };

const bank = forAllTests(() => startOAuthBank('{ integrated: true }\nauthorisationConfirmation: true'));
beforeEach(() => forgetCodes(bank));

/** Has the PSU approve by OAuth, and exchanges the code. */
async function tokenFor(scope: string): Promise<string> {
  const started = await startRequest(bank.tpp, scope);
  return (await tokensFor(bank.tpp, await approveAtBank(bank, started.url), started)).access_token;
}

const statusOf = async (href: string) => (await bank.tpp.requests.get(href, { headers: PSU })).body;

describe('a bank that accepts an approval by OAuth once it is confirmed (decision 97)', () => {
  it('a payment is unconfirmed until its token comes without a body, then finalised', async () => {
    const { requests } = bank.tpp;
    const created = await createPayment(bank.tpp);
    const confirmation = hrefOf(created, 'confirmation');
    const token = await tokenFor(`PIS:${String(created.body['paymentId'])}`);
    const scaStatus = hrefOf(created, 'scaStatus');
    expect(await statusOf(scaStatus)).toMatchObject({ scaStatus: 'unconfirmed' });
    expect(await statusOf(hrefOf(created, 'status'))).toMatchObject({ transactionStatus: 'RCVD' });

    const without = await requests.put(confirmation, {}, { headers: PSU });
    expect([without.status, without.text]).toEqual([400, expect.stringContaining('FORMAT_ERROR')]);
    const guessed = await requests.put(confirmation, { confirmationCode: 'AbCdEfGh' }, { headers: PSU });
    expect([guessed.status, guessed.text]).toEqual([409, expect.stringContaining('access token')]);

    const confirmed = await requests.call('PUT', confirmation, bearer(token));
    expect([confirmed.status, confirmed.body['scaStatus']], confirmed.text).toEqual([200, 'finalised']);
    expect(await statusOf(hrefOf(created, 'status'))).toMatchObject({
      transactionStatus: expect.stringMatching(/^(ACTC|ACCP|ACSP|ACSC)$/),
    });
  });

  it('a consent is not valid until then, and its accounts cannot be read', async () => {
    const { requests } = bank.tpp;
    const created = await createConsent(bank.tpp);
    const token = await tokenFor(`AIS:${String(created.body['consentId'])}`);
    const early = await requests.get('/v1/accounts', bearer(token));
    expect([early.status, early.text]).toEqual([401, expect.stringContaining('CONSENT_INVALID')]);
    const confirmed = await requests.put(hrefOf(created, 'confirmation'), {}, bearer(token));
    expect([confirmed.status, confirmed.body['scaStatus']], confirmed.text).toEqual([200, 'finalised']);
    expect((await requests.get('/v1/accounts', bearer(token))).status).toBe(200);
  });

  it('a token confirms its own approval, and no other of the same payment', async () => {
    const { requests } = bank.tpp;
    const later = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const headers = { ...PSU, 'TPP-Redirect-URI': RETURN.ok };
    const created = await createPayment(bank.tpp, {}, { requestedExecutionDate: later });
    const scope = `PIS:${String(created.body['paymentId'])}`;
    const ofPayment = await tokenFor(scope);
    expect((await requests.put(hrefOf(created, 'confirmation'), {}, bearer(ofPayment))).status).toBe(200);
    const deleted = await requests.delete(hrefOf(created, 'self'), { headers });
    const cancellation = await requests.post(hrefOf(deleted, 'startAuthorisation'), {}, { headers });
    const ofCancellation = await tokenFor(scope);
    const confirmation = hrefOf(cancellation, 'confirmation');
    const refused = await requests.put(confirmation, {}, bearer(ofPayment));
    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('TOKEN_INVALID')]);
    const confirmed = await requests.put(confirmation, {}, bearer(ofCancellation));
    expect([confirmed.status, confirmed.body['scaStatus']], confirmed.text).toEqual([200, 'finalised']);
    expect(await statusOf(hrefOf(created, 'status'))).toMatchObject({ transactionStatus: 'CANC' });
  });
});
