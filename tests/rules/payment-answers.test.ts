import { PAYMENT_PRODUCTS, type PaymentProduct, type PaymentService, PROFILE_PRESETS } from '@xs2a/contracts';
import { pain001, type TppAnswer } from '@xs2a/test-kit';
import { refusalOf } from '@xs2a/test-system/error-cases';
import { IBAN, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/fixtures';
import {
  EXPLICIT,
  LATER,
  linkNames,
  MONTHLY,
  type PaymentServices,
  startPaymentServices,
} from '@xs2a/test-system/payment-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Preset = keyof typeof PROFILE_PRESETS;
type Offer = readonly [PaymentService, PaymentProduct];

/** Every service with each of its products, as a preset offers them. */
const offersOf = (preset: Preset): Offer[] =>
  Object.entries(PROFILE_PRESETS[preset].products).flatMap(([service, products]) =>
    products.map((product) => [service as PaymentService, product] as const),
  );

const NO_CROATIAN_LETTERS = { creditorName: 'Ana Anic', remittanceInformationUnstructured: 'Racun 17' };

/** What is posted to a service: JSON, or of bulk payments a message. */
function bodyOf(service: PaymentService): object | string {
  if (service === 'bulk-payments') return pain001({ blocks: [{ transfers: [{ amount: '1.00' }], day: '2027-02-05' }] });
  return paymentOrder({ ...NO_CROATIAN_LETTERS, ...(service === 'periodic-payments' && MONTHLY) });
}

function post(home: PaymentServices, [service, product]: Offer, headers: object = {}, requestId?: string) {
  const type = PAYMENT_PRODUCTS[product].format === 'xml' && { 'Content-Type': 'application/xml' };
  return home.tpp.post(`/v1/${service}/${product}`, bodyOf(service), {
    headers: { ...REDIRECT_HEADERS, ...type, ...headers },
    ...(requestId !== undefined && { requestId }),
  });
}

let home: PaymentServices;
beforeAll(async () => {
  home = await startPaymentServices();
});
afterAll(() => home[Symbol.asyncDispose]());

describe('every endpoint of a payment, of every service and product that is offered', () => {
  it.each(offersOf('hr-full'))('%s of %s', async (service, product) => {
    const requestId = crypto.randomUUID();
    const created = await post(home, [service, product], {}, requestId);
    const { paymentId } = created.body;
    const self = `/v1/${service}/${product}/${String(paymentId)}`;
    expect(created.status, created.text).toBe(201);
    expect(Object.keys(created.body)).toEqual(['transactionStatus', 'paymentId', '_links']);
    expect(linkNames(created)).toEqual(['scaRedirect', 'self', 'status', 'scaStatus']);
    expect(created.headers.get('location')).toBe(self);
    expect(created.headers.get('aspsp-sca-approach')).toBe('REDIRECT');
    expect(created.headers.get('x-request-id')).toBe(requestId);
    expect((await post(home, [service, product], {}, requestId)).text).toBe(created.text);
    const content = await home.tpp.get(self);
    if (service === 'bulk-payments') expect(content.text).toBe(bodyOf(service));
    else expect(content.body).toEqual({ ...(bodyOf(service) as object), transactionStatus: 'RCVD' });
    expect((await home.tpp.get(`${self}/status`)).body).toEqual({ transactionStatus: 'RCVD' });
    const { authorisationIds } = (await home.tpp.get(`${self}/authorisations`)).body;
    expect(authorisationIds).toEqual([created.body._links?.['scaStatus']?.href.split('/').at(-1)]);
    expect((await home.tpp.follow(created, 'scaStatus')).body).toMatchObject({ scaStatus: 'received' });
    expect((await home.tpp.get(`${self}/cancellation-authorisations`)).body).toEqual({
      authorisationIds: [],
      cancellationIds: [],
    });
    const again = await home.tpp.post(`${self}/authorisations`, {}, { headers: REDIRECT_HEADERS });
    expect([again.status, linkNames(again)]).toEqual([201, ['scaRedirect', 'scaStatus']]);
    expect(again.headers.get('location')).toBe(`${self}/authorisations/${String(again.body['authorisationId'])}`);
    const cancelled = await home.tpp.delete(self);
    expect([cancelled.status, cancelled.body['transactionStatus'], linkNames(cancelled)]).toEqual([
      202,
      'CANC',
      ['self', 'status'],
    ]);
    expect((await home.tpp.follow(created, 'scaStatus')).body).toMatchObject({ scaStatus: 'failed' });
  });
});

const KNOWN = { 'PSU-ID': 'psu-private' };
const NO_REDIRECT = { 'TPP-Redirect-Preferred': 'false' };
const DECOUPLED = { ...NO_REDIRECT, 'TPP-Decoupled-Preferred': 'true' };
/** In clear, or encrypted for the bank. */
const PASSWORD = ['startAuthorisationWithPsuAuthentication', 'startAuthorisationWithEncryptedPsuAuthentication'];
const START = ['startAuthorisation', 'self', 'status'];

describe('links and approach of a creation, by what the TPP wishes (decision 20)', () => {
  it.each([
    ['nothing', {}, 'REDIRECT', ['scaRedirect', 'self', 'status', 'scaStatus']],
    ['explicit start', EXPLICIT, 'REDIRECT', START],
    ['no redirect', NO_REDIRECT, 'EMBEDDED', [...PASSWORD, 'self', 'status']],
    ['decoupled, PSU known', { ...DECOUPLED, ...KNOWN }, 'DECOUPLED', START],
    [
      'decoupled, PSU not known',
      DECOUPLED,
      'DECOUPLED',
      ['startAuthorisationWithPsuIdentification', 'startAuthorisationWithPsuIdentfication', 'self', 'status'],
    ],
  ])('%s', async (_, wishes, approach, links) => {
    for (const offer of [
      ['payments', 'sepa-credit-transfers'],
      ['periodic-payments', 'sepa-credit-transfers'],
      ['bulk-payments', 'pain.001-credit-transfers'],
    ] as const) {
      const created = await post(home, offer, wishes);
      expect([created.headers.get('aspsp-sca-approach'), linkNames(created)], created.text).toEqual([approach, links]);
    }
  });

  it('several signers: no link and no data of an SCA, whatever is wished (decision 20)', async () => {
    for (const wishes of [{}, NO_REDIRECT, { ...DECOUPLED, 'PSU-ID': 'psu-corporate-1' }]) {
      const created = await home.pay({ debtorAccount: { iban: IBAN.corporate } }, { ...REDIRECT_HEADERS, ...wishes });
      expect(Object.keys(created.body)).toEqual(['transactionStatus', 'paymentId', '_links']);
      const starts = linkNames(created).filter((name) => name.startsWith('startAuthorisation'));
      expect(starts).not.toEqual([]);
      expect(linkNames(created)).toEqual([...starts, 'self', 'status']);
    }
  });
});

describe('the other presets', () => {
  it.each(['hr-basic', 'berlin-group'] as const)('%s offers its products and no others', async (preset) => {
    await using other = await startPaymentServices(preset);
    const offered = offersOf(preset).map(String);
    for (const offer of offersOf('hr-full')) {
      const answer = await post(other, offer);
      const expected = offered.includes(String(offer)) ? '201' : '404 PRODUCT_UNKNOWN';
      expect(refusalOf(answer), String(offer)).toBe(expected);
    }
  });

  it('hr-basic: DELETE is answered 202, and PSU-IP-Address may be left out (decided points 7 and 8)', async () => {
    await using basic = await startPaymentServices('hr-basic');
    const created = await basic.pay({}, {});
    expect(created.status, created.text).toBe(201);
    expect((await basic.tpp.delete(selfOf(created))).status).toBe(202);
  });

  it('berlin-group: PSU-IP-Address is needed, and DELETE is 204, or 202 where the PSU must approve', async () => {
    await using standard = await startPaymentServices('berlin-group');
    expect(refusalOf(await standard.pay({}, {}))).toBe('400 FORMAT_ERROR PSU-IP-Address');
    const withoutAddress = { 'TPP-Explicit-Authorisation-Preferred': 'true' };
    const basket = await standard.tpp.post('/v1/signing-baskets', { paymentIds: ['x'] }, { headers: withoutAddress });
    expect(refusalOf(basket)).toBe('400 FORMAT_ERROR PSU-IP-Address');
    const gone = await standard.tpp.delete(selfOf(await standard.pay()));
    expect([gone.status, gone.text]).toEqual([204, '']);
    const later = await standard.pay(LATER);
    await standard.approve(later);
    const asked = await standard.tpp.delete(selfOf(later));
    expect([asked.status, asked.body['transactionStatus'], linkNames(asked)]).toEqual([202, 'ACCP', START]);
  });
});

function selfOf({ body }: TppAnswer): string {
  return body._links?.['self']?.href ?? '';
}
