import {
  authenticatePsu,
  PAYMENT_PRODUCTS,
  type PaymentProduct,
  type PaymentService,
  PROFILE_PRESETS,
} from '@xs2a/contracts';
import { hrefOf, pain001, type TppAnswer } from '@xs2a/test-kit';
import { IBAN, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { authorisationOf } from '@xs2a/test-system/settle-as-sca';
import {
  BASKETS,
  EXPLICIT,
  LATER,
  linkNames,
  MONTHLY,
  type PaymentServices,
  SEPA,
  startPaymentServices,
} from '@xs2a/test-system/start/payment-services';
import { refusalOf } from '@xs2a/test-system/tpp/error-cases';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

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

function post(system: PaymentServices, [service, product]: Offer, headers: object = {}, requestId?: string) {
  const type = PAYMENT_PRODUCTS[product].format === 'xml' && { 'Content-Type': 'application/xml' };
  return system.tpp.post(`/v1/${service}/${product}`, bodyOf(service), {
    headers: { ...REDIRECT_HEADERS, ...type, ...headers },
    ...(requestId !== undefined && { requestId }),
  });
}

let system: PaymentServices;
beforeAll(async () => {
  system = await startPaymentServices();
});
afterAll(() => system[Symbol.asyncDispose]());

describe('every endpoint of a payment, of every service and product that is offered', () => {
  it.each(offersOf('hr-full'))('answers alike for %s of %s', async (service, product) => {
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
    if (service === 'bulk-payments') expect(content.text).toBe(bodyOf(service));
    else expect(content.body).toEqual({ ...(bodyOf(service) as object), transactionStatus: 'RCVD' });
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

  it('a wrong PSU-ID at the start of an authorisation is answered with the links that help', async () => {
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
  it('202 with CANC and no link to start an authorisation, before it is authorised', async () => {
    const created = await system.pay();
    const path = selfOf(created);
    for (let time = 0; time < 2; time++) {
      const answer = await system.tpp.delete(path);
      expect([answer.status, answer.body['transactionStatus']]).toEqual([202, 'CANC']);
      expect(linkNames(answer)).toEqual(['self', 'status']);
    }
    expect((await system.tpp.get(`${path}/status`)).body).toEqual({ transactionStatus: 'CANC' });
  });

  it('202 with a link to start the authorisation where the PSU must approve; then CANC', async () => {
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

  it('405 where it is too late, 404 where it is unknown', async () => {
    const created = await system.pay();
    await system.approve(created);
    const path = selfOf(created);
    await expect
      .poll(async () => (await system.tpp.get(`${path}/status`)).body['transactionStatus'], { timeout: 15_000 })
      .toBe('ACSC');
    expect(codeOf(await system.tpp.delete(path))).toEqual([405, 'CANCELLATION_INVALID']);
    expect(codeOf(await system.tpp.delete(`${SEPA}/${crypto.randomUUID()}`))).toEqual([404, 'RESOURCE_UNKNOWN']);
  });
});

describe('several signers (decision 20)', () => {
  it('the creation has no SCA-bound link; each PSU has an authorisation of its own', async () => {
    const created = await system.pay({ debtorAccount: { iban: IBAN.corporate } });
    expect(linkNames(created)).toEqual(['startAuthorisation', 'self', 'status']);
    const status = async () => (await system.tpp.follow(created, 'status')).body['transactionStatus'];
    const href = hrefOf(created, 'startAuthorisation');
    const sign = async (psuId: string) =>
      system.approve(await system.tpp.post(href, {}, { headers: REDIRECT_HEADERS }), psuId);
    await sign('psu-corporate-1');
    expect(await status()).toBe('PATC');
    await sign('psu-corporate-2');
    await expect.poll(status, { timeout: 15_000 }).toBe('ACSC');
    expect(codeOf(await system.tpp.post(href, {}, { headers: REDIRECT_HEADERS }))).toEqual([409, 'STATUS_INVALID']);
  });
});

describe('signing baskets (decision 23)', () => {
  const group = (paymentIds: unknown[], headers: Record<string, string> = EXPLICIT) =>
    system.tpp.post(BASKETS, { paymentIds }, { headers });
  const posted = async () => (await system.pay({}, EXPLICIT)).body['paymentId'];

  it('group payments, are read, are authorised with one SCA, and cannot be deleted afterwards', async () => {
    const paymentIds = [await posted(), await posted()];
    const created = await group(paymentIds);
    expect([created.status, created.body['transactionStatus']]).toEqual([201, 'RCVD']);
    expect(linkNames(created)).toEqual(['startAuthorisation', 'self', 'status']);
    const path = selfOf(created);
    expect((await system.tpp.get(path)).body).toMatchObject({ transactionStatus: 'RCVD', payments: paymentIds });
    const alone = await system.tpp.post(`${SEPA}/${String(paymentIds[0])}/authorisations`, {}, { headers: EXPLICIT });
    expect(codeOf(alone)).toEqual([400, 'RESOURCE_BLOCKED']);
    const href = hrefOf(created, 'startAuthorisation');
    await system.approve(await system.tpp.post(href, {}, { headers: REDIRECT_HEADERS }));
    expect((await system.tpp.get(`${path}/status`)).body).toEqual({ transactionStatus: 'ACTC' });
    expect(codeOf(await system.tpp.delete(path))).toEqual([409, 'STATUS_INVALID']);
    expect(codeOf(await group([paymentIds[0]]))).toEqual([409, 'REFERENCE_STATUS_INVALID']);
  });

  it('are deleted with 204 before they are authorised', async () => {
    const path = selfOf(await group([await posted()]));
    expect((await system.tpp.delete(path)).status).toBe(204);
    expect((await system.tpp.get(`${path}/status`)).body).toEqual({ transactionStatus: 'CANC' });
  });

  it.each([
    ['no members', {}, [400, 'FORMAT_ERROR']],
    ['an empty list', { paymentIds: [] }, [400, 'FORMAT_ERROR']],
    ['an unknown payment', { paymentIds: ['unknown'] }, [400, 'RESOURCE_UNKNOWN']],
  ])('%s is refused', async (_, body, refusal) => {
    expect(codeOf(await system.tpp.post(BASKETS, body, { headers: EXPLICIT }))).toEqual(refusal);
  });

  it('need TPP-Explicit-Authorisation-Preferred to be true or left out', async () => {
    const paymentIds = [await posted()];
    const implicit = { ...REDIRECT_HEADERS, 'TPP-Explicit-Authorisation-Preferred': 'false' };
    expect(codeOf(await group(paymentIds, implicit))).toEqual([400, 'FORMAT_ERROR']);
    expect((await group(paymentIds, REDIRECT_HEADERS)).status).toBe(201);
  });
});

const EMBEDDED = { ...REDIRECT_HEADERS, 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'false' };
const COMPANY = { 'PSU-Corporate-ID': 'corp-1' };

function payFrom(iban: string, headers: Record<string, string>): Promise<TppAnswer> {
  return system.pay({ debtorAccount: { iban } }, headers);
}

/** What the page tells a PSU who signs in with the right password. */
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

  it('with or without the PSU: a PSU of another company is refused on the page, its own is not', async () => {
    for (const psu of [{}, { 'PSU-ID': 'psu-private' }]) {
      const started = await payFrom(IBAN.private, { ...REDIRECT_HEADERS, ...COMPANY, ...psu });
      expect(await problemOf(started, 'psu-private')).toBe('otherCompanyExpected');
    }
    const own = await payFrom(IBAN.corporate, { ...REDIRECT_HEADERS, ...COMPANY });
    const started = await system.tpp.post(hrefOf(own, 'startAuthorisation'), {});
    expect(await problemOf(started, 'psu-corporate-1')).toBeUndefined();
  });

  it('is compared with the one that the PSU enters: a different one is a wrong input', async () => {
    const own = await payFrom(IBAN.corporate, { ...REDIRECT_HEADERS, ...COMPANY });
    const started = await system.tpp.post(hrefOf(own, 'startAuthorisation'), {});
    expect(await problemOf(started, 'psu-corporate-1', 'corp-nobody')).toBe('corporateIdInvalid');
    expect(await problemOf(started, 'psu-private', 'corp-1')).toBe('credentialsInvalid');
    expect(await problemOf(started, 'psu-corporate-1', 'corp-1')).toBeUndefined();
  });

  it('is optional: without it any PSU may sign in', async () => {
    expect(await problemOf(await payFrom(IBAN.private, REDIRECT_HEADERS), 'psu-private')).toBeUndefined();
  });

  it('and that the bank does not know is CORPORATE_ID_INVALID after the right password, and reveals nothing before', async () => {
    const unknown = { 'PSU-Corporate-ID': 'corp-nobody' };
    expect((await payFrom(IBAN.private, { ...REDIRECT_HEADERS, ...unknown })).status).toBe(201);
    const created = await payFrom(IBAN.private, EMBEDDED);
    const link = hrefOf(created, 'startAuthorisationWithPsuAuthentication');
    const started = await system.tpp.post(link, {}, { headers: { 'PSU-ID': 'psu-private', ...unknown } });
    expect(started.body['scaStatus']).toBe('psuIdentified');
    const update = hrefOf(started, 'updatePsuAuthentication');
    const enter = (password: string) => system.tpp.put(update, { psuData: { password } }, { headers: unknown });
    expect(codeOf(await enter('wrong'))).toEqual([401, 'PSU_CREDENTIALS_INVALID']);
    expect(codeOf(await enter('psu-private-pass'))).toEqual([401, 'CORPORATE_ID_INVALID']);
  });

  it('with a password must be the company of the PSU, else the credentials are refused', async () => {
    const started = async (psuId: string, iban: string) => {
      const created = await payFrom(iban, EMBEDDED);
      return system.tpp.post(
        hrefOf(created, 'startAuthorisationWithPsuAuthentication'),
        {},
        { headers: { 'PSU-ID': psuId } },
      );
    };
    const send = async (answer: TppAnswer, psuId: string) =>
      system.tpp.put(
        hrefOf(answer, 'updatePsuAuthentication'),
        { psuData: { password: `${psuId}-pass` } },
        { headers: COMPANY },
      );
    const wrong = await send(await started('psu-private', IBAN.private), 'psu-private');
    expect(codeOf(wrong)).toEqual([401, 'PSU_CREDENTIALS_INVALID']);
    expect((await send(await started('psu-corporate-1', IBAN.corporate), 'psu-corporate-1')).status).toBe(200);
  });

  it('stays the same throughout an authorisation: another one is refused, and no password is checked', async () => {
    const created = await payFrom(IBAN.corporate, EMBEDDED);
    const headers = { 'PSU-ID': 'psu-corporate-1', ...COMPANY };
    const started = await system.tpp.post(hrefOf(created, 'startAuthorisationWithPsuAuthentication'), {}, { headers });
    const password = { psuData: { password: 'psu-corporate-1-pass' } };
    const link = hrefOf(started, 'updatePsuAuthentication');
    const other = await system.tpp.put(link, password, { headers: { 'PSU-Corporate-ID': 'corp-2' } });
    expect(messageOf(other)).toEqual([401, 'PSU_CREDENTIALS_INVALID', 'PSU-Corporate-ID']);
    expect((await system.tpp.put(link, password, { headers: COMPANY })).status).toBe(200);
  });
});

/** Starts the services under another preset, for the tests of one describe. */
function startedOf(preset: Preset): () => PaymentServices {
  let started: PaymentServices;
  beforeAll(async () => {
    started = await startPaymentServices(preset);
  });
  afterAll(() => started[Symbol.asyncDispose]());
  return () => started;
}

async function expectOffers(other: PaymentServices, preset: Preset): Promise<void> {
  const offered = offersOf(preset).map(String);
  for (const offer of offersOf('hr-full')) {
    const answer = await post(other, offer);
    const expected = offered.includes(String(offer)) ? '201' : '404 PRODUCT_UNKNOWN payment-product';
    expect(refusalOf(answer), String(offer)).toBe(expected);
  }
}

describe('the preset hr-basic', () => {
  const started = startedOf('hr-basic');

  it('offers its products and no others', () => expectOffers(started(), 'hr-basic'));

  it('answers DELETE with 202, and does not need PSU-IP-Address (decided points 7 and 8)', async () => {
    const basic = started();
    const created = await basic.pay({}, {});
    expect(created.status, created.text).toBe(201);
    expect((await basic.tpp.delete(selfOf(created))).status).toBe(202);
  });
});

describe('the preset berlin-group', () => {
  const started = startedOf('berlin-group');

  it('offers its products and no others', () => expectOffers(started(), 'berlin-group'));

  it('needs PSU-IP-Address, and answers DELETE with 204, or 202 where the PSU must approve', async () => {
    const standard = started();
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

/** Status, code and path of the first message of a refusal. */
function messageOf({ status, body }: TppAnswer): [number, string | undefined, string | undefined] {
  const [message] = (body['tppMessages'] ?? []) as { code: string; path?: string }[];
  return [status, message?.code, message?.path];
}

function codeOf(answer: TppAnswer): [number, string | undefined] {
  const [status, code] = messageOf(answer);
  return [status, code];
}

describe('texts with letters that the product lacks (decision 61)', () => {
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
      // The same request is what was sent, not what became of it.
      expect((await initiate(order)).body).toEqual(created.body);
      const asExecuted = { ...order, creditorName: 'Lukasz Čačić', remittanceInformationUnstructured: 'Fatura No7' };
      expect((await initiate(asExecuted)).status).toBe(400);
    },
  );

  it('pain.001: likewise, and the content is the message that is executed', async () => {
    const message = (creditorName: string) =>
      pain001({ blocks: [{ transfers: [{ amount: '1.00', creditorName }], day: '2027-02-05' }] });
    const headers = { ...REDIRECT_HEADERS, 'Content-Type': 'application/xml' };
    const created = await system.tpp.post('/v1/bulk-payments/pain.001-credit-transfers', message('Đuro Čačić'), {
      headers,
    });
    expect([created.status, created.body['tppMessages']], created.text).toEqual([
      201,
      warned('CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Cdtr/Nm'),
    ]);
    expect((await system.tpp.follow(created, 'self')).text).toBe(message('Duro Cacic'));
  });
});
