import { type Answer, linksOf, type OperationRequest, Xs2aRefusal } from '@xs2a/client';
import { verifyHistory } from '@xs2a/service-kit';
import { forAllTests, PsuClient, pain001 } from '@xs2a/test-kit';
import { consentBody, IBAN, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { SERVICES } from '@xs2a/test-system/start/prepare-system';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { LinkTpp } from '@xs2a/test-system/tpp/link-following-tpp';
import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';

const DAY_MS = 86_400_000;
const SEPA = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' } as const;
const PERIODIC = { ...SEPA, paymentService: 'periodic-payments' } as const;
const BULKS = { paymentService: 'bulk-payments', paymentProduct: 'pain.001-credit-transfers' } as const;
const ANA = { psuId: 'psu-private' };
const FIRST = { psuId: 'psu-corporate-1' };
const SECOND = { psuId: 'psu-corporate-2' };
const EMBEDDED = { 'TPP-Redirect-Preferred': 'false' };
const DECOUPLED = { ...EMBEDDED, 'TPP-Decoupled-Preferred': 'true' };
const EXPLICIT = { 'TPP-Explicit-Authorisation-Preferred': 'true' };
const COMPANYS = { debtorAccount: { iban: IBAN.corporate } };

const system = forAllTests(() => sharedSystem());
const client = forAllTests(() => new LinkTpp(system));

const tpp = () => client.client;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

type Initiation = OperationRequest<'initiatePayment'>;
type Wishes = NonNullable<Initiation['headers']>;
const sent = (wishes: Wishes) => ({ headers: { ...REDIRECT_HEADERS, ...wishes } });

const initiate = (path: Initiation['path'], body: unknown, wishes: Wishes = {}) =>
  tpp().initiatePayment({ path, body: body as Initiation['body'], ...sent(wishes) });
const pay = (change: object = {}, wishes: Wishes = {}) => initiate(SEPA, paymentOrder({ ...change }), wishes);

function cancel({ body: { paymentId } }: Answer<'initiatePayment'>, path: Initiation['path'], wishes: Wishes = {}) {
  return tpp().cancelPayment({ path: { ...path, paymentId }, ...sent(wishes) });
}

describe('a TPP that follows links from every created resource completes', () => {
  it.each([
    ['redirect', {}, ANA, ['scaRedirect']],
    ['redirect, explicit start', EXPLICIT, ANA, ['startAuthorisation', 'scaRedirect']],
    [
      'embedded, several methods',
      EMBEDDED,
      ANA,
      ['startAuthorisationWithPsuAuthentication', 'selectAuthenticationMethod', 'authoriseTransaction'],
    ],
    [
      'embedded, a device chosen',
      EMBEDDED,
      { ...ANA, method: 'push' as const },
      ['startAuthorisationWithPsuAuthentication', 'selectAuthenticationMethod', 'device'],
    ],
    [
      'decoupled, PSU not known',
      DECOUPLED,
      { ...ANA, method: 'push' as const },
      ['startAuthorisationWithPsuIdentification', 'device'],
    ],
    ['decoupled, PSU known', { ...DECOUPLED, 'PSU-ID': ANA.psuId }, ANA, ['startAuthorisation', 'device']],
  ])('a payment: %s', async (_, wishes, psu, steps) => {
    const created = await pay({}, wishes);
    expect(await client.finish(created, psu)).toEqual({ scaStatus: 'finalised', steps });
    await client.until(created, 'ACSC');
  });

  it('a transfer between own accounts that is exempt from SCA, after the first factor', async () => {
    const own = {
      debtorAccount: { iban: 'HR5899900051500000010' },
      creditorAccount: { iban: 'HR1099900051600000017' },
      creditorName: 'Petra Marić',
    };
    const created = await pay(own, EMBEDDED);
    const { scaStatus, steps } = await client.finish(created, { psuId: 'psu-exempt' });
    expect([scaStatus, steps]).toEqual(['exempted', ['startAuthorisationWithPsuAuthentication']]);
    await client.until(created, 'ACSC');
  });

  it('a payment of a PSU without a method: it fails, and the payment is rejected', async () => {
    const created = await pay({}, EMBEDDED);
    expect((await client.finish(created, { psuId: 'psu-nofactor' })).scaStatus).toBe('failed');
    expect(await client.statusOf(created)).toBe('RJCT');
  });

  it('a payment that the PSU declines on the page of the bank', async () => {
    const created = await pay();
    const browser = new PsuClient(system.portalUrl);
    const signIn = await browser.open(linksOf(created)['scaRedirect']?.href ?? '');
    const methods = await browser.submit(signIn, { psuId: 'psu-private', password: 'psu-private-pass' });
    await browser.submit(methods, {}, '/decline');
    expect((await tpp().follow(created, 'scaStatus')).body).toMatchObject({ scaStatus: 'failed' });
    expect(await client.statusOf(created)).toBe('RJCT');
  });

  it.each([
    ['by redirect', {}, ['startAuthorisation', 'scaRedirect']],
    [
      'embedded',
      EMBEDDED,
      ['startAuthorisationWithPsuAuthentication', 'selectAuthenticationMethod', 'authoriseTransaction'],
    ],
  ])('a payment for a later day, and its cancellation %s', async (_, wishes, steps) => {
    const created = await pay({ requestedExecutionDate: inDays(10) }, wishes);
    await client.finish(created, ANA);
    const before = await client.statusOf(created);
    expect(['ACCP', 'ACWC']).toContain(before);
    const asked = await cancel(created, SEPA, wishes);
    expect([asked.status, asked.body.transactionStatus]).toEqual([202, before]);
    expect(await client.finish(asked, ANA)).toEqual({ scaStatus: 'finalised', steps });
    expect(await client.statusOf(created)).toBe('CANC');
  });

  it('a standing order, and its end', async () => {
    const series = { startDate: inDays(5), frequency: 'Monthly' };
    const created = await initiate(PERIODIC, paymentOrder(series), DECOUPLED);
    expect((await client.finish(created, ANA)).scaStatus).toBe('finalised');
    expect(await client.statusOf(created)).toBe('ACCP');
    expect((await client.finish(await cancel(created, PERIODIC, DECOUPLED), ANA)).scaStatus).toBe('finalised');
    expect(await client.statusOf(created)).toBe('CANC');
  });

  it('a payment of a company: PATC after the first of two signers; a third start is refused', async () => {
    const created = await pay(COMPANYS);
    await client.finish(created, FIRST);
    expect(await client.statusOf(created)).toBe('PATC');
    await client.finish(created, SECOND);
    await client.until(created, 'ACSC');
    const third = tpp().follow(created, 'startAuthorisation', { headers: REDIRECT_HEADERS, body: {} });
    const refusal = await third.catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Xs2aRefusal);
    expect(refusal).toMatchObject({ status: 409, code: 'STATUS_INVALID' });
  });

  it('a bulk payment', async () => {
    const xml = pain001({ blocks: [{ transfers: [{ amount: '1.10' }, { amount: '2.20' }] }] });
    const created = await initiate(BULKS, xml);
    await client.finish(created, ANA);
    expect(['ACTC', 'ACWC', 'ACCP', 'ACSP', 'ACSC']).toContain(await client.statusOf(created));
    expect((await tpp().follow(created, 'self')).text).toBe(xml);
  });
});

describe('signing baskets, by links alone', () => {
  it.each([
    ['redirect', {}],
    ['embedded', EMBEDDED],
    ['decoupled', DECOUPLED],
  ])('two payments and a consent with one SCA: %s', async (_, wishes) => {
    const payments = [await pay({}, EXPLICIT), await pay({}, EXPLICIT)];
    const order = consentBody() as OperationRequest<'createConsent'>['body'];
    const consent = await tpp().createConsent({ body: order, ...sent(EXPLICIT) });
    const paymentIds = payments.map(({ body }) => body.paymentId);
    const consentIds = [consent.body.consentId];
    const basket = await tpp().createSigningBasket({ body: { paymentIds, consentIds }, ...sent(wishes) });
    expect((await tpp().follow(basket, 'self')).body).toMatchObject({
      payments: paymentIds,
      consents: consentIds,
    });
    expect((await client.finish(basket, ANA)).scaStatus).toBe('finalised');
    expect(await client.statusOf(basket)).toBe('ACTC');
    for (const payment of payments) await client.until(payment, 'ACSC');
    expect((await tpp().follow(consent, 'status')).body).toEqual({ consentStatus: 'valid' });
  });

  it('of a company: PATC after the first of two signers, then all members', async () => {
    const members = [await pay(COMPANYS, EXPLICIT), await pay(COMPANYS, EXPLICIT)] as const;
    const paymentIds = members.map(({ body }) => body.paymentId);
    const basket = await tpp().createSigningBasket({ body: { paymentIds }, ...sent({}) });
    await client.finish(basket, FIRST);
    expect([await client.statusOf(basket), await client.statusOf(members[0])]).toEqual(['PATC', 'RCVD']);
    await client.finish(basket, SECOND);
    expect(await client.statusOf(basket)).toBe('ACTC');
    for (const member of members) await client.until(member, 'ACSC');
  });
});

describe('the traces of these journeys', () => {
  it('are logs without an account, a PSU, a name or a code', () => {
    const secrets = [/HR\d{19}/, /psu-(private|corporate|exempt|nofactor)/, /Anić|Horvat|Marić/];
    const typed = client.codes.map((code) => new RegExp(`\\b${code}\\b`));
    expect(typed.length).toBeGreaterThan(3);
    for (const name of SERVICES) {
      const log = system.logOf(name);
      expect(log, name).not.toBe('');
      for (const secret of [...secrets, ...typed]) expect(log, name).not.toMatch(secret);
    }
  });

  it('are histories in which every entry is unchanged', async () => {
    const mongo = await MongoClient.connect(system.mongoUrl);
    for (const name of ['payments', 'consent', 'sca']) {
      const { documents, findings } = await verifyHistory(mongo.db(name));
      expect([name, findings]).toEqual([name, []]);
      expect(documents).toBeGreaterThan(2);
    }
    await mongo.close();
  });
});
