import { forAllTests } from '@xs2a/test-kit';
import { REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import {
  EXPLICIT,
  linkNames,
  MONTHLY,
  OTHER_TPP,
  startPaymentServices,
} from '@xs2a/test-system/start/payment-services';
import { CODE, ErrorCases, expectedRefusal, group, pay, type Row, START, XML } from '@xs2a/test-system/tpp/error-cases';
import { beforeAll, describe, expect, it } from 'vitest';

const system = forAllTests(() => startPaymentServices());
/** Payments and baskets in every status, by name. */
let payments: ErrorCases;
let baskets: ErrorCases;

beforeAll(async () => {
  await createPayments();
  await createBaskets();
});

async function createPayments(): Promise<void> {
  payments = new ErrorCases(system);
  payments.note('waiting', await system.pay());
  payments.note('later', await system.approvedForLater());
  payments.note('other', await system.pay({}, REDIRECT_HEADERS, system.client(OTHER_TPP)));
  const done = payments.note('done', await system.pay());
  await system.approve(done);
  await eventually(
    () => system.tpp.follow(done, 'status'),
    ({ body }) => body['transactionStatus'] === 'ACSC',
  );
  payments.note('cancelled', await system.pay());
  await payments.ask('DELETE {sepa}/{cancelled}');
  await system.decline(payments.note('declined', await system.pay()));
  payments.note('member', await system.pay({}, EXPLICIT));
  payments.note('basket', await system.group([payments.filled('{member}')]));
}

async function createBaskets(): Promise<void> {
  baskets = new ErrorCases(system);
  const grouped = async (name: string, member: string, tpp = system.tpp) => {
    baskets.note(member, await system.pay({}, EXPLICIT, tpp));
    baskets.note(name, await system.group([baskets.filled(`{${member}}`)], tpp));
  };
  await grouped('basket', 'member');
  await grouped('other', 'otherMember', system.client(OTHER_TPP));
  await grouped('signed', 'signedMember');
  await system.approve(await baskets.ask('POST {baskets}/{signed}/authorisations', START));
  await grouped('deleted', 'freed');
  await baskets.ask('DELETE {baskets}/{deleted}');
  await grouped('declined', 'spared');
  await system.decline(await baskets.ask('POST {baskets}/{declined}/authorisations', START));
  baskets.note('free', await system.pay({}, EXPLICIT));
  baskets.note('later', await system.approvedForLater());
  baskets.note('cancelled', await system.pay());
  await baskets.ask('DELETE {sepa}/{cancelled}');
  baskets.note('bulk', await system.bulk());
}

const CORP_9 = { 'PSU-ID': 'psu-private', 'PSU-Corporate-ID': 'corp-9' };
const RIGHT_PASSWORD = { body: { psuData: { password: 'psu-private-pass' } } };
const EMBEDDED_CORP_9 = { ...CORP_9, 'TPP-Redirect-Preferred': 'false' };
const START_WAITING = 'POST {sepa}/{waiting}/authorisations';
const RTGS = '/v1/payments/hr-rtgs-payments';
const GIFTS = '/v1/gifts/sepa-credit-transfers';
const XML_SEPA = '/v1/payments/pain.001-sepa-credit-transfers';
const TWO_KINDS = { body: { scaAuthenticationData: '1', confirmationCode: '1' } };
const REDIRECT_WITHOUT_URI = { headers: { 'TPP-Redirect-URI': '', 'TPP-Redirect-Preferred': 'true' } };

const SENDERS: readonly Row[] = [
  ['no such company', START_WAITING, { ...RIGHT_PASSWORD, headers: EMBEDDED_CORP_9 }, '401 CORPORATE_ID_INVALID'],
  ['no way back', 'POST {sepa}', { ...pay(), ...REDIRECT_WITHOUT_URI }, '400 FORMAT_ERROR TPP-Redirect-URI'],
];

const ADDRESSES: readonly Row[] = [
  ['no such service', `POST ${GIFTS}`, pay(), '404 PRODUCT_UNKNOWN'],
  ['no such service', `GET ${GIFTS}/{waiting}`, {}, '404 PRODUCT_UNKNOWN'],
  ['no such product', `POST ${XML_SEPA}`, pay(), '404 PRODUCT_UNKNOWN payment-product'],
  ['no such product', `GET ${XML_SEPA}/{waiting}/status`, {}, '403 PRODUCT_INVALID'],
  [
    'a JSON product in bulk',
    'POST /v1/bulk-payments/sepa-credit-transfers',
    pay(),
    '404 PRODUCT_UNKNOWN payment-product',
  ],
  [
    'standing orders of large values',
    'POST /v1/periodic-payments/hr-rtgs-payments',
    pay(MONTHLY),
    '404 PRODUCT_UNKNOWN payment-product',
  ],
  [
    'pain.001 alone',
    'POST /v1/payments/pain.001-credit-transfers',
    { body: '<a/>', headers: XML },
    '404 PRODUCT_UNKNOWN payment-product',
  ],
  ...['', '/status', '/authorisations', '/cancellation-authorisations'].flatMap((end): Row[] => [
    ['of another product', `GET ${RTGS}/{waiting}${end}`, {}, '403 PRODUCT_INVALID'],
    ['of another service', `GET {periodic}/{waiting}${end}`, {}, '403 PRODUCT_INVALID'],
  ]),
  ['of another product', `DELETE ${RTGS}/{waiting}`, {}, '403 PRODUCT_INVALID'],
  ['of another product', `POST ${RTGS}/{waiting}/authorisations`, START, '403 PRODUCT_INVALID'],
  ['of another product', `GET ${RTGS}/{waiting}/authorisations/{waitingSca}`, {}, '403 PRODUCT_INVALID'],
  ['of another product', `PUT ${RTGS}/{waiting}/authorisations/{waitingSca}`, CODE, '403 PRODUCT_INVALID'],
  ['no such authorisation', 'GET {sepa}/{waiting}/authorisations/{unknown}', {}, '404 RESOURCE_UNKNOWN'],
  ['of another payment', 'GET {sepa}/{waiting}/authorisations/{laterSca}', {}, '404 RESOURCE_UNKNOWN'],
  ['of no cancellation', 'GET {sepa}/{later}/cancellation-authorisations/{laterSca}', {}, '404 RESOURCE_UNKNOWN'],
  ['broken encoding', 'GET {sepa}/%E0%A4%A', {}, '404 RESOURCE_UNKNOWN'],
];

const STATES: readonly Row[] = [
  ['starting, authorised', 'POST {sepa}/{later}/authorisations', START, '409 STATUS_INVALID'],
  ['starting, cancelled', 'POST {sepa}/{cancelled}/authorisations', START, '409 STATUS_INVALID'],
  ['starting, rejected', 'POST {sepa}/{declined}/authorisations', START, '409 STATUS_INVALID'],
  ['starting, in a basket', 'POST {sepa}/{member}/authorisations', START, '400 RESOURCE_BLOCKED'],
  ['no DELETE before', 'POST {sepa}/{later}/cancellation-authorisations', START, '409 STATUS_INVALID'],
  ['failed', 'PUT {sepa}/{declined}/authorisations/{declinedSca}', CODE, '400 SCA_INVALID'],
  ['finalised', 'PUT {sepa}/{later}/authorisations/{laterSca}', CODE, '409 STATUS_INVALID'],
  ['a code too early', 'PUT {sepa}/{waiting}/authorisations/{waitingSca}', CODE, '409 STATUS_INVALID'],
  ['no data', 'PUT {sepa}/{waiting}/authorisations/{waitingSca}', START, '400 FORMAT_ERROR psuData'],
  ['two data', 'PUT {sepa}/{waiting}/authorisations/{waitingSca}', TWO_KINDS, '400 FORMAT_ERROR confirmationCode'],
  ['cancelling, executed', 'DELETE {sepa}/{done}', {}, '405 CANCELLATION_INVALID'],
  ['cancelling, rejected', 'DELETE {sepa}/{declined}', {}, '405 CANCELLATION_INVALID'],
];

describe.each([
  ['for its PSU or its way back', SENDERS],
  ['for its address', ADDRESSES],
  ['for the status', STATES],
] as const)('a request about a payment is refused %s (decision 11)', (_, rows) => {
  it.each(rows)('%s: %s', async (_title, ask, sent, refusal) => {
    expect(await payments.refused(ask, sent)).toEqual(expectedRefusal(refusal));
  });
});

it('if it is too late to cancel, Allow names the remaining methods (RFC 9110 15.5.6)', async () => {
  expect((await payments.ask('DELETE {sepa}/{done}')).headers.get('allow')).toBe('GET');
});

const IMPLICIT = { headers: { 'TPP-Explicit-Authorisation-Preferred': 'false' } };
const AISP = { tppId: 'PSDHR-HNB-AISONLY' };

const BASKET_ROWS: readonly Row[] = [
  ['an AISP that groups a payment', 'POST {baskets}', { ...group('{free}'), ...AISP }, '401 ROLE_INVALID paymentIds'],
  [
    'implicit start',
    'POST {baskets}',
    { ...group('{free}'), ...IMPLICIT },
    '400 FORMAT_ERROR TPP-Explicit-Authorisation-Preferred',
  ],
  ['no members', 'POST {baskets}', { body: {} }, '400 FORMAT_ERROR paymentIds'],
  ['an empty list', 'POST {baskets}', group(), '400 FORMAT_ERROR paymentIds'],
  ['one twice', 'POST {baskets}', group('{free}', '{free}'), '400 FORMAT_ERROR paymentIds[1]'],
  ['an unknown payment', 'POST {baskets}', group('{free}', '{unknown}'), '400 RESOURCE_UNKNOWN paymentIds[1]'],
  ['a foreign payment', 'POST {baskets}', group('{free}', '{otherMember}'), '400 RESOURCE_UNKNOWN paymentIds[1]'],
  ['an unknown consent', 'POST {baskets}', { body: { consentIds: ['x'] } }, '400 RESOURCE_UNKNOWN consentIds[0]'],
  ['of another basket', 'POST {baskets}', group('{member}'), '400 RESOURCE_BLOCKED paymentIds[0]'],
  ['authorised', 'POST {baskets}', group('{later}'), '409 REFERENCE_STATUS_INVALID paymentIds[0]'],
  ['authorised in a basket', 'POST {baskets}', group('{signedMember}'), '409 REFERENCE_STATUS_INVALID paymentIds[0]'],
  ['cancelled', 'POST {baskets}', group('{cancelled}'), '409 REFERENCE_STATUS_INVALID paymentIds[0]'],
  ['a bulk', 'POST {baskets}', group('{bulk}'), '400 REFERENCE_MIX_INVALID paymentIds[0]'],
  ['starting, authorised', 'POST {baskets}/{signed}/authorisations', START, '409 STATUS_INVALID'],
  ['starting, deleted', 'POST {baskets}/{deleted}/authorisations', START, '409 STATUS_INVALID'],
  ['starting, declined', 'POST {baskets}/{declined}/authorisations', START, '409 STATUS_INVALID'],
  ['deleting, authorised', 'DELETE {baskets}/{signed}', {}, '409 STATUS_INVALID'],
  ['deleting, declined', 'DELETE {baskets}/{declined}', {}, '409 STATUS_INVALID'],
  ['no such authorisation', 'GET {baskets}/{basket}/authorisations/{unknown}', {}, '404 RESOURCE_UNKNOWN'],
  ['no such authorisation', 'PUT {baskets}/{basket}/authorisations/{unknown}', CODE, '404 RESOURCE_UNKNOWN'],
];

describe('a request about a basket is refused (decision 23)', () => {
  it.each(BASKET_ROWS)('%s: %s', async (_title, ask, sent, refusal) => {
    expect(await baskets.refused(ask, sent)).toEqual(expectedRefusal(refusal));
  });
});

describe('a basket that ended without an authorisation releases its members (decision 23)', () => {
  it.each(['freed', 'spared'])('%s: read as before, and authorised alone', async (member) => {
    expect((await baskets.ask(`GET {sepa}/{${member}}/status`)).body).toEqual({ transactionStatus: 'RCVD' });
    const started = await baskets.ask(`POST {sepa}/{${member}}/authorisations`, START);
    expect([started.status, linkNames(started)]).toEqual([201, ['scaRedirect', 'scaStatus']]);
  });
});

describe('every endpoint of a basket', () => {
  it('answers with the fields of the interface, the links of the standard, and their headers', async () => {
    const paymentIds = [
      (await system.pay({}, EXPLICIT)).body['paymentId'],
      (await system.pay({}, EXPLICIT)).body['paymentId'],
    ];
    const requestId = crypto.randomUUID();
    // Also without TPP-Explicit-Authorisation-Preferred: a basket starts no authorisation.
    const post = () => system.tpp.post('/v1/signing-baskets', { paymentIds }, { headers: REDIRECT_HEADERS, requestId });
    const created = await post();
    const { basketId } = created.body;
    const self = `/v1/signing-baskets/${String(basketId)}`;
    expect([created.status, created.body]).toEqual([
      201,
      {
        transactionStatus: 'RCVD',
        basketId,
        _links: {
          startAuthorisation: { href: `${self}/authorisations` },
          self: { href: self },
          status: { href: `${self}/status` },
        },
      },
    ]);
    expect(created.headers.get('location')).toBe(self);
    expect(created.headers.get('x-request-id')).toBe(requestId);
    expect((await post()).text).toBe(created.text);
    expect((await system.tpp.get(self)).body).toEqual({ transactionStatus: 'RCVD', payments: paymentIds });
    expect((await system.tpp.follow(created, 'status')).body).toEqual({ transactionStatus: 'RCVD' });
    expect((await system.tpp.get(`${self}/authorisations`)).body).toEqual({ authorisationIds: [] });
    const started = await system.tpp.post(`${self}/authorisations`, {}, { headers: REDIRECT_HEADERS });
    const { authorisationId } = started.body;
    expect([started.status, started.body['scaStatus'], linkNames(started)]).toEqual([
      201,
      'received',
      ['scaRedirect', 'scaStatus'],
    ]);
    expect(started.headers.get('location')).toBe(`${self}/authorisations/${String(authorisationId)}`);
    expect(started.headers.get('aspsp-sca-approach')).toBe('REDIRECT');
    expect((await system.tpp.get(`${self}/authorisations`)).body).toEqual({ authorisationIds: [authorisationId] });
    expect((await system.tpp.follow(started, 'scaStatus')).body).toMatchObject({ scaStatus: 'received' });
    const gone = await system.tpp.delete(self);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await system.tpp.follow(started, 'scaStatus')).body).toMatchObject({ scaStatus: 'failed' });
    expect((await system.tpp.delete(self)).status).toBe(204);
  });
});
