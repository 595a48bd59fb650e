import { hrefOf, profileFile, type TppAnswer, TppClient } from '@xs2a/test-kit';
import {
  consentBody,
  fundsConsentOrder,
  fundsQuestion,
  IBAN,
  paymentOrder,
  REDIRECT_HEADERS,
  RETURN,
} from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { startServicesWith, type TestServices } from '@xs2a/test-system/start/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BankServer, startBankServer } from './bank-server.ts';
import { lead, tokenOf } from './walk-bank-server.ts';

const PSU = { 'PSU-IP-Address': '192.0.2.10' };

let server: BankServer;
let services: TestServices;
let tpp: TppClient;

beforeAll(async () => {
  server = await startBankServer();
  const oauth = { integrated: true, readsNeedToken: true, server: server.profile };
  const PROFILE = profileFile({ scaApproaches: ['REDIRECT'], oauth });
  const all = ['gateway', 'sca', 'bank', 'consent', 'accounts', 'payments'] as const;
  services = await startServicesWith({ PROFILE }, ...all);
  server.connect(services.bus);
  const accounts = services.database('accounts').collection('accounts');
  await eventually(
    () => accounts.countDocuments({ 'details.reference.iban': IBAN.private }),
    (count) => count > 0,
  );
  tpp = new TppClient(services.running.gateway.httpUrl ?? '');
});
afterAll(async () => {
  await services[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<TppAnswer> =>
  tpp.post(path, body, { headers: { ...REDIRECT_HEADERS, ...headers } });
const pay = (order: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  post('/v1/payments/sepa-credit-transfers', paymentOrder(order), headers);
const read = (path: string, token?: string) =>
  tpp.get(path, { headers: { ...PSU, ...(token !== undefined && { Authorization: `Bearer ${token}` }) } });

const scaStatusOf = async (created: TppAnswer) => (await read(hrefOf(created, 'scaStatus'))).body['scaStatus'];
const errorOf = (back: unknown) => (back instanceof URL ? back.searchParams.get('error') : back);

describe("an approval at the bank's own authorisation server (decision 100)", () => {
  it('of a consent gives a token that reads its accounts and no others', async () => {
    const created = await post('/v1/consents', consentBody());
    const consentId = String(created.body['consentId']);
    expect(created.body['_links']).not.toHaveProperty('scaRedirect');
    expect((await read('/v1/accounts')).text).toContain('TOKEN_UNKNOWN');
    const token = await tokenOf(await lead(created, `AIS:${consentId}`));
    expect(await scaStatusOf(created)).toBe('finalised');
    const accounts = await read('/v1/accounts', token);
    expect([accounts.status, accounts.text]).toEqual([200, expect.stringContaining(IBAN.private)]);
    const other = String((await post('/v1/consents', consentBody())).body['consentId']);
    const refused = await read(`/v1/consents/${other}`, token);
    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('TOKEN_INVALID')]);
    await tpp.delete(`/v1/consents/${consentId}`, { headers: PSU });
    const ended = await read('/v1/accounts', token);
    expect([ended.status, ended.text]).toEqual([401, expect.stringContaining('CONSENT')]);
  });

  it('of a payment shows amount, creditor and TPP; the order is executed after it', async () => {
    const created = await pay();
    const led = await lead(created, `PIS:${String(created.body['paymentId'])}`);
    expect(led.shown).toMatchObject({
      tppName: expect.stringContaining('Sandbox TPP'),
      redirectUris: [RETURN.ok, RETURN.nok],
      content: {
        instructedAmount: { currency: 'EUR', amount: '12.50' },
        creditorName: 'Ana Anić',
        creditorAccount: { iban: IBAN.creditor },
        debtorAccount: { iban: IBAN.private },
      },
    });
    expect(await read(hrefOf(created, 'status'))).toMatchObject({ body: { transactionStatus: 'RCVD' } });
    await tokenOf(led);
    const status = await eventually(
      async () => (await read(hrefOf(created, 'status'))).body['transactionStatus'],
      (one) => one === 'ACSC',
    );
    expect(status).toBe('ACSC');
  });

  it('of a cancellation uses the scope of the payment', async () => {
    const later = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const created = await pay({ requestedExecutionDate: later });
    const scope = `PIS:${String(created.body['paymentId'])}`;
    await tokenOf(await lead(created, scope));
    const deleted = await tpp.delete(hrefOf(created, 'self'), { headers: REDIRECT_HEADERS });
    const started = await post(hrefOf(deleted, 'startAuthorisation'), {});
    const led = await lead(started, scope);
    expect(led.shown.content.kind).toBe('cancellation');
    await tokenOf(led);
    expect(await read(hrefOf(created, 'status'))).toMatchObject({ body: { transactionStatus: 'CANC' } });
  });

  it('of a consent to funds confirmations gives a token that confirms funds', async () => {
    const created = await post('/v2/consents/confirmation-of-funds', fundsConsentOrder());
    const consentId = String(created.body['consentId']);
    const token = await tokenOf(await lead(created, `PIIS:${consentId}`));
    const headers = { Authorization: `Bearer ${token}`, 'Consent-ID': consentId };
    const answer = await post('/v1/funds-confirmations', fundsQuestion(), headers);
    expect([answer.status, answer.body['fundsAvailable']], answer.text).toEqual([200, true]);
  });

  it('of a basket covers all its payments', async () => {
    const explicit = { 'TPP-Explicit-Authorisation-Preferred': 'true' };
    const members = [await pay({}, explicit), await pay({ endToEndIdentification: 'SECOND' }, explicit)];
    const paymentIds = members.map(({ body }) => String(body['paymentId']));
    const created = await post('/v1/signing-baskets', { paymentIds });
    const basketId = String(created.body['basketId']);
    const links = created.body['_links'] as Record<string, unknown>;
    const started = links['scaOAuth'] === undefined ? await post(hrefOf(created, 'startAuthorisation'), {}) : created;
    await tokenOf(await lead(started, `SBS:${basketId}`));
    expect(await read(`/v1/signing-baskets/${basketId}/status`)).toMatchObject({ body: { transactionStatus: 'ACTC' } });
  });

  it('that is declined rejects the payment, and the TPP gets the OAuth error', async () => {
    const created = await pay();
    const { browser } = await lead(created, `PIS:${String(created.body['paymentId'])}`);
    await browser.signIn('psu-private');
    expect(errorOf(await browser.decide({ psuId: 'psu-private', declines: true }))).toBe('access_denied');
    expect(await scaStatusOf(created)).toBe('failed');
    expect(await read(hrefOf(created, 'status'))).toMatchObject({ body: { transactionStatus: 'RJCT' } });
  });
});
