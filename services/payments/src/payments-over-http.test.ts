import {
  authenticatePsu,
  PAYMENT_PRODUCTS,
  type PaymentProduct,
  type PaymentService,
  PROFILE_PRESETS,
} from '@xs2a/contracts';
import { forAllTests, hrefOf, pain001, type TppAnswer } from '@xs2a/test-kit';
import { IBAN, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { authorisationOf } from '@xs2a/test-system/settle-as-sca';
import {
  BASKETS,
  EXPLICIT,
  LATER,
  linkNames,
  MONTHLY,
  type PaymentServices,
  startPaymentServices,
} from '@xs2a/test-system/start/payment-services';
import { refusalOf } from '@xs2a/test-system/tpp/error-cases';
import { beforeEach, describe, expect, it } from 'vitest';

type Preset = keyof typeof PROFILE_PRESETS;
type Offer = readonly [PaymentService, PaymentProduct];

/** Every payment service with each of the products that a preset offers. */
const offersOf = (preset: Preset): Offer[] =>
  Object.entries(PROFILE_PRESETS[preset].products).flatMap(([service, products]) =>
    products.map((product) => [service as PaymentService, product] as const),
  );

const NO_CROATIAN_LETTERS = { creditorName: 'Ana Anic', remittanceInformationUnstructured: 'Racun 17' };

const isXml = (product: PaymentProduct): boolean => PAYMENT_PRODUCTS[product].format === 'xml';

/** Returns a body for a payment service and product: JSON, or a message. */
function bodyOf([service, product]: Offer): object | string {
  if (isXml(product)) return pain001({ blocks: [{ transfers: [{ amount: '1.00' }], day: '2027-02-05' }] });
  return paymentOrder({ ...NO_CROATIAN_LETTERS, ...(service === 'periodic-payments' && MONTHLY) });
}

function post(system: PaymentServices, [service, product]: Offer, headers: object = {}, requestId?: string) {
  const type = isXml(product) && { 'Content-Type': 'application/xml' };
  return system.tpp.post(`/v1/${service}/${product}`, bodyOf([service, product]), {
    headers: { ...REDIRECT_HEADERS, ...type, ...headers },
    ...(requestId !== undefined && { requestId }),
  });
}

const system = forAllTests(() => startPaymentServices());

describe('every endpoint of a payment, for every service and product offered', () => {
  it.each(offersOf('hr-full'))('answers consistently for %s of %s', async (service, product) => {
    const requestId = crypto.randomUUID();
    const created = await post(system, [service, product], {}, requestId);
    const { paymentId } = created.body;
    const self = `/v1/${service}/${product}/${String(paymentId)}`;
    expect(created.status, created.text).toBe(201);
    expect(Object.keys(created.body)).toEqual(['transactionStatus', 'paymentId', '_links']);
    expect(linkNames(created)).toEqual(['scaRedirect', 'self', 'status', 'scaStatus']);
    expect(created.headers.get('location')).toBe(self);
    expect(created.headers.get('aspsp-sca-approach')).toBe('REDIRECT');
    expect(created.headers.get('x-request-id')).toBe(requestId);
    expect((await post(system, [service, product], {}, requestId)).text).toBe(created.text);
    const content = await system.tpp.get(self);
    const body = bodyOf([service, product]);
    if (isXml(product)) expect(content.text).toBe(body);
    else expect(content.body).toEqual({ ...(body as object), transactionStatus: 'RCVD' });
    expect((await system.tpp.get(`${self}/status`)).body).toEqual({ transactionStatus: 'RCVD' });
    const { authorisationIds } = (await system.tpp.get(`${self}/authorisations`)).body;
    expect(authorisationIds).toEqual([created.body._links?.['scaStatus']?.href.split('/').at(-1)]);
    expect((await system.tpp.follow(created, 'scaStatus')).body).toMatchObject({ scaStatus: 'received' });
    expect((await system.tpp.get(`${self}/cancellation-authorisations`)).body).toEqual({
      authorisationIds: [],
      cancellationIds: [],
    });
    const again = await system.tpp.post(`${self}/authorisations`, {}, { headers: REDIRECT_HEADERS });
    expect([again.status, linkNames(again)]).toEqual([201, ['scaRedirect', 'scaStatus']]);
    expect(again.headers.get('location')).toBe(`${self}/authorisations/${String(again.body['authorisationId'])}`);
    const cancelled = await system.tpp.delete(self);
    expect([cancelled.status, cancelled.body['transactionStatus'], linkNames(cancelled)]).toEqual([
      202,
      'CANC',
      ['self', 'status'],
    ]);
    expect((await system.tpp.follow(created, 'scaStatus')).body).toMatchObject({ scaStatus: 'failed' });
  });
});

const KNOWN = { 'PSU-ID': 'psu-private' };
const NO_REDIRECT = { 'TPP-Redirect-Preferred': 'false' };
const DECOUPLED = { ...NO_REDIRECT, 'TPP-Decoupled-Preferred': 'true' };
/** In clear, or encrypted for the bank. */
const PASSWORD = ['startAuthorisationWithPsuAuthentication', 'startAuthorisationWithEncryptedPsuAuthentication'];
const START = ['startAuthorisation', 'self', 'status'];

describe('links and SCA approach of a creation, by the headers of the TPP (decision 20)', () => {
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
      const created = await post(system, offer, wishes);
      expect([created.headers.get('aspsp-sca-approach'), linkNames(created)], created.text).toEqual([approach, links]);
    }
  });

  it('a wrong PSU-ID at the start of an authorisation is answered with the links to continue', async () => {
    const right = { psuData: { password: 'psu-private-pass' } };
    const started = async (creation: object, psuId: string) => {
      const created = await post(system, ['payments', 'sepa-credit-transfers'], { ...NO_REDIRECT, ...creation });
      const link = hrefOf(created, 'startAuthorisationWithPsuAuthentication');
      return system.tpp.post(link, right, { headers: { 'PSU-ID': psuId } });
    };
    const otherThanCreated = await started(KNOWN, 'psu-multi');
    const unknown = await started({}, 'psu-privat');
    expect([otherThanCreated, unknown].map((answer) => [answer.status, linkNames(answer)])).toEqual([
      [401, ['startAuthorisation']],
      [401, ['updatePsuAuthentication', 'startAuthorisation']],
    ]);
    expect(otherThanCreated.text).toContain('another PSU-ID was named when the resource was created');
    for (const refused of [otherThanCreated, unknown]) {
      const again = await system.tpp.post(hrefOf(refused, 'startAuthorisation'), right, { headers: KNOWN });
      expect([again.status, again.body['scaStatus']], again.text).toEqual([201, 'psuAuthenticated']);
    }
  });

  it('several signers: no link and no data of an SCA, whatever the headers say (decision 20)', async () => {
    for (const wishes of [{}, NO_REDIRECT, { ...DECOUPLED, 'PSU-ID': 'psu-corporate-1' }]) {
      const created = await system.pay({ debtorAccount: { iban: IBAN.corporate } }, { ...REDIRECT_HEADERS, ...wishes });
      expect(Object.keys(created.body)).toEqual(['transactionStatus', 'paymentId', '_links']);
      const starts = linkNames(created).filter((name) => name.startsWith('startAuthorisation'));
      expect(starts).not.toEqual([]);
      expect(linkNames(created)).toEqual([...starts, 'self', 'status']);
    }
  });
});

describe('DELETE on a payment (decision 16)', () => {
  it('gets 202 with a link to start the authorisation if the PSU must approve; then CANC', async () => {
    const created = await system.pay(LATER);
    await system.approve(created);
    const path = selfOf(created);
    const start = { headers: REDIRECT_HEADERS };
    expect(codeOf(await system.tpp.post(`${path}/cancellation-authorisations`, {}, start))).toEqual([
      409,
      'STATUS_INVALID',
    ]);
    const answer = await system.tpp.delete(path);
    expect([answer.status, answer.body['transactionStatus']]).toEqual([202, 'ACCP']);
    expect(linkNames(answer)).toEqual(['startAuthorisation', 'self', 'status']);
    const href = hrefOf(answer, 'startAuthorisation');
    expect(href).toBe(`${path}/cancellation-authorisations`);
    const started = await system.tpp.post(href, {}, start);
    expect(started.status, started.text).toBe(201);
    const id = started.body['authorisationId'];
    expect((await system.tpp.get(href)).body).toEqual({ authorisationIds: [id], cancellationIds: [id] });
    await system.approve(started);
    expect((await system.tpp.get(`${href}/${String(id)}`)).body).toMatchObject({ scaStatus: 'finalised' });
    expect((await system.tpp.get(`${path}/status`)).body).toEqual({ transactionStatus: 'CANC' });
  });
});

const COMPANY = { 'PSU-Corporate-ID': 'corp-1' };

function payFrom(iban: string, headers: Record<string, string>): Promise<TppAnswer> {
  return system.pay({ debtorAccount: { iban } }, headers);
}

/** Returns the problem that the page reports to a PSU who signs in with the right password. */
async function problemOf(started: TppAnswer, psuId: string, corporateId?: string) {
  const redirectReference = hrefOf(started, 'scaRedirect').split('/').at(-1) ?? '';
  const credentials = { redirectReference, psuId, password: `${psuId}-pass` };
  const { view } = await system.services.bus.ask(authenticatePsu, {
    ...credentials,
    ...(corporateId && { corporateId }),
  });
  return view.problem;
}

describe('a company that the TPP names (PSU-Corporate-ID; decision 11)', () => {
  beforeEach(async () => {
    await system.services.database('sca').collection('psuAttempts').deleteMany({});
  });

  it('is compared with the one that the PSU enters: a different one is a wrong input', async () => {
    const own = await payFrom(IBAN.corporate, { ...REDIRECT_HEADERS, ...COMPANY });
    const started = await system.tpp.post(hrefOf(own, 'startAuthorisation'), {});
    expect(await problemOf(started, 'psu-corporate-1', 'corp-nobody')).toBe('corporateIdInvalid');
    expect(await problemOf(started, 'psu-private', 'corp-1')).toBe('credentialsInvalid');
    expect(await problemOf(started, 'psu-corporate-1', 'corp-1')).toBeUndefined();
  });
});

describe('the preset hr-basic', () => {
  const basic = forAllTests(() => startPaymentServices('hr-basic'));

  it('answers DELETE with 202, and does not require PSU-IP-Address (decided points 7 and 8)', async () => {
    const created = await basic.pay({}, {});
    expect(created.status, created.text).toBe(201);
    expect((await basic.tpp.delete(selfOf(created))).status).toBe(202);
  });
});

describe('the preset berlin-group', () => {
  const standard = forAllTests(() => startPaymentServices('berlin-group'));

  it('requires PSU-IP-Address, and answers DELETE with 204, or with 202 if the PSU must approve', async () => {
    expect(refusalOf(await standard.pay({}, {}))).toBe('400 FORMAT_ERROR PSU-IP-Address');
    const withoutAddress = { 'TPP-Explicit-Authorisation-Preferred': 'true' };
    const basket = await standard.tpp.post(BASKETS, { paymentIds: ['x'] }, { headers: withoutAddress });
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

/** Returns status, code and path of the first message of a refusal. */
function messageOf({ status, body }: TppAnswer): [number, string | undefined, string | undefined] {
  const [message] = (body['tppMessages'] ?? []) as { code: string; path?: string }[];
  return [status, message?.code, message?.path];
}

function codeOf(answer: TppAnswer): [number, string | undefined] {
  const [status, code] = messageOf(answer);
  return [status, code];
}

describe('texts with letters that the product does not permit (decision 25)', () => {
  const warned = (...paths: string[]) =>
    paths.map((path) => expect.objectContaining({ category: 'WARNING', code: 'WARNING', path }) as unknown);

  it.each([
    ['payments', {}],
    ['periodic-payments', MONTHLY],
  ] as const)(
    'JSON (%s): are transliterated; the content is what is approved, beside a warning',
    async (service, more) => {
      const order = paymentOrder({
        creditorName: 'Łukasz Čačić',
        remittanceInformationUnstructured: 'Fatura №7',
        ...more,
      });
      const requestId = crypto.randomUUID();
      const initiate = (body: object) => {
        return system.tpp.post(`/v1/${service}/sepa-credit-transfers`, body, { headers: REDIRECT_HEADERS, requestId });
      };
      const created = await initiate(order);
      expect([created.status, created.body['tppMessages']], created.text).toEqual([
        201,
        warned('creditorName', 'remittanceInformationUnstructured'),
      ]);
      const content = await system.tpp.follow(created, 'self');
      expect(content.body).toMatchObject({
        creditorName: 'Lukasz Čačić',
        remittanceInformationUnstructured: 'Fatura No7',
        tppMessages: warned('creditorName', 'remittanceInformationUnstructured'),
      });
      const authorisationId = hrefOf(created, 'scaStatus').split('/').at(-1) ?? '';
      const approved = await authorisationOf(system.services, authorisationId);
      expect(approved.content).toMatchObject({ creditorName: 'Lukasz Čačić' });
      // A repeated request is compared with the original, not with its transliteration.
      expect((await initiate(order)).body).toEqual(created.body);
      const asExecuted = { ...order, creditorName: 'Lukasz Čačić', remittanceInformationUnstructured: 'Fatura No7' };
      expect((await initiate(asExecuted)).status).toBe(400);
    },
  );
});
