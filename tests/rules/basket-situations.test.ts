import {
  accepting,
  asItShould,
  CODE,
  ErrorCases,
  group,
  type Row,
  refusalOf,
  START,
} from '@xs2a/test-system/error-cases';
import { REDIRECT_HEADERS } from '@xs2a/test-system/fixtures';
import {
  EXPLICIT,
  linkNames,
  OTHER_TPP,
  type PaymentServices,
  startPaymentServices,
} from '@xs2a/test-system/payment-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let home: PaymentServices;
let situations: ErrorCases;

beforeAll(async () => {
  home = await startPaymentServices();
  situations = new ErrorCases(home);
  const grouped = async (name: string, member: string, tpp = home.tpp) => {
    situations.note(member, await home.pay({}, EXPLICIT, tpp));
    situations.note(name, await home.group([situations.filled(`{${member}}`)], tpp));
  };
  await grouped('basket', 'member');
  await grouped('other', 'otherMember', home.client(OTHER_TPP));
  await grouped('signed', 'signedMember');
  await home.approve(await situations.ask('POST {baskets}/{signed}/authorisations', START));
  await grouped('deleted', 'freed');
  await situations.ask('DELETE {baskets}/{deleted}');
  await grouped('declined', 'spared');
  await home.decline(await situations.ask('POST {baskets}/{declined}/authorisations', START));
  situations.note('free', await home.pay({}, EXPLICIT));
  situations.note('later', await home.approvedForLater());
  situations.note('cancelled', await home.pay());
  await situations.ask('DELETE {sepa}/{cancelled}');
  situations.note('bulk', await home.bulk());
});
afterAll(() => home[Symbol.asyncDispose]());

const IMPLICIT = { headers: { 'TPP-Explicit-Authorisation-Preferred': 'false' } };
const AISP = { tppId: 'PSDHR-HNB-AISONLY' };

const ROWS: readonly Row[] = [
  ['an AISP that groups a payment', 'POST {baskets}', { ...group('{free}'), ...AISP }, '401 ROLE_INVALID paymentIds'],
  ['a TPP for funds', 'GET {baskets}/{basket}', { tppId: 'PSDHR-HNB-PIISONLY' }, '401 ROLE_INVALID'],
  [
    'implicit start',
    'POST {baskets}',
    { ...group('{free}'), ...IMPLICIT },
    '400 FORMAT_ERROR TPP-Explicit-Authorisation-Preferred',
  ],
  ['Accept', 'GET {baskets}/{basket}/status', accepting('text/html'), '406'],
  ['no JSON', 'POST {baskets}', { body: '[' }, '400 FORMAT_ERROR'],
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
  ['GET on all', 'GET {baskets}', {}, '405 SERVICE_INVALID'],
  ['PUT on one', 'PUT {baskets}/{basket}', START, '405 SERVICE_INVALID'],
  ['DELETE on starts', 'DELETE {baskets}/{basket}/authorisations', {}, '405 SERVICE_INVALID'],
];

describe('a basket is refused (decision 23)', () => {
  it.each(ROWS)('%s: %s', async (_title, ask, sent, refusal) => {
    expect(await situations.refused(ask, sent)).toEqual(asItShould(refusal));
  });

  it.each([
    'GET {baskets}/*',
    'DELETE {baskets}/*',
    'GET {baskets}/*/status',
    'GET {baskets}/*/authorisations',
    'POST {baskets}/*/authorisations',
  ])('%s of another TPP as if there was none, to the byte', async (ask) => {
    const sent = { ...(ask.startsWith('P') && START), headers: { 'X-Request-ID': crypto.randomUUID() } };
    const seen = async (name: string) => {
      const { status, headers, text } = await situations.ask(ask.replace('*', name), sent);
      return { status, text, headers: [...headers].filter(([header]) => header !== 'date') };
    };
    expect(await seen('{other}')).toEqual(await seen('{unknown}'));
    expect(refusalOf(await situations.ask(ask.replace('*', '{other}'), sent))).toBe('404 RESOURCE_UNKNOWN');
  });
});

describe('a basket that ended without having authorised anything sets its members free (decision 23)', () => {
  it.each(['freed', 'spared'])('%s: read as before, and authorised alone', async (member) => {
    expect((await situations.ask(`GET {sepa}/{${member}}/status`)).body).toEqual({ transactionStatus: 'RCVD' });
    const started = await situations.ask(`POST {sepa}/{${member}}/authorisations`, START);
    expect([started.status, linkNames(started)]).toEqual([201, ['scaRedirect', 'scaStatus']]);
  });
});

describe('every endpoint of a basket', () => {
  it('answers with the fields of the interface, the links of the standard, and their headers', async () => {
    const paymentIds = [
      (await home.pay({}, EXPLICIT)).body['paymentId'],
      (await home.pay({}, EXPLICIT)).body['paymentId'],
    ];
    const requestId = crypto.randomUUID();
    const post = () => home.tpp.post('/v1/signing-baskets', { paymentIds }, { headers: EXPLICIT, requestId });
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
    expect((await home.tpp.get(self)).body).toEqual({ transactionStatus: 'RCVD', payments: paymentIds });
    expect((await home.tpp.follow(created, 'status')).body).toEqual({ transactionStatus: 'RCVD' });
    expect((await home.tpp.get(`${self}/authorisations`)).body).toEqual({ authorisationIds: [] });
    const started = await home.tpp.post(`${self}/authorisations`, {}, { headers: REDIRECT_HEADERS });
    const { authorisationId } = started.body;
    expect([started.status, started.body['scaStatus'], linkNames(started)]).toEqual([
      201,
      'received',
      ['scaRedirect', 'scaStatus'],
    ]);
    expect(started.headers.get('location')).toBe(`${self}/authorisations/${String(authorisationId)}`);
    expect(started.headers.get('aspsp-sca-approach')).toBe('REDIRECT');
    expect((await home.tpp.get(`${self}/authorisations`)).body).toEqual({ authorisationIds: [authorisationId] });
    expect((await home.tpp.follow(started, 'scaStatus')).body).toMatchObject({ scaStatus: 'received' });
    const gone = await home.tpp.delete(self);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await home.tpp.follow(started, 'scaStatus')).body).toMatchObject({ scaStatus: 'failed' });
    expect((await home.tpp.delete(self)).status).toBe(204);
  });
});
