import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { AS_JSON, CONSENT, FUNDS_QUESTION, PAYMENT } from '../../../test/endpoint-samples.ts';
import { startGateway } from '../../../test/start-gateway.ts';

const PAYMENTS = '/v1/payments/sepa-credit-transfers';

const gateway = forAllTests(() => startGateway());

function post(path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = AS_JSON) {
  return gateway.ask('POST', path, { headers, body });
}

describe('a body', () => {
  it('is accepted if it is well formed', async () => {
    expect((await post('/v1/consents', JSON.stringify(CONSENT))).status).toBe(503);
    expect((await post(PAYMENTS, JSON.stringify(PAYMENT))).status).toBe(503);
  });

  it('may have null in an optional field, which counts as absent; a null mandatory field is missing', async () => {
    const consent = { ...CONSENT, combinedServiceIndicator: null, access: { ...CONSENT.access, allPsd2: null } };
    expect((await post('/v1/consents', JSON.stringify(consent))).status).toBe(503);
    const payment = { ...PAYMENT, creditorAgent: null, creditorAddress: null, mandateId: null };
    expect((await post(PAYMENTS, JSON.stringify(payment))).status).toBe(503);
    const answer = await post(PAYMENTS, JSON.stringify({ ...PAYMENT, creditorName: null }));
    expect([answer.status, answer.message.code, answer.message.path]).toEqual([400, 'FORMAT_ERROR', 'creditorName']);
  });

  it('may have booleans and numbers as strings, as in the Croatian interface', async () => {
    const body = { ...CONSENT, recurringIndicator: 'true', frequencyPerDay: '4' };
    expect((await post('/v1/consents', JSON.stringify(body))).status).toBe(503);
  });

  it.each([
    ['creditorAccount.iban', { ...PAYMENT, creditorAccount: { iban: 'HR1210010051863000161' } }],
    ['creditorName', { ...PAYMENT, creditorName: { $ne: 'CANARY' } }],
    ['mandateId', { ...PAYMENT, mandateId: 'CANARY' }],
  ])('of a payment with an error is refused with the path %s and without the value', async (path, body) => {
    const answer = await post(PAYMENTS, JSON.stringify(body));
    expect([answer.status, answer.message.code, answer.message.path]).toEqual([400, 'FORMAT_ERROR', path]);
    expect(answer.text).not.toMatch(/CANARY|HR12100/);
  });

  it.each([
    ['access.balances[0].iban', { ...CONSENT, access: { balances: [{ iban: 'HR00' }] } }],
    ['frequencyPerDay', { ...CONSENT, frequencyPerDay: 0 }],
    ['validUntil', { ...CONSENT, validUntil: '2030-02-30' }],
  ])('of a consent with an error is refused with the path %s', async (path, body) => {
    const answer = await post('/v1/consents', JSON.stringify(body));
    expect([answer.status, answer.message.code, answer.message.path]).toEqual([400, 'FORMAT_ERROR', path]);
  });

  it.each([
    ['/v1/funds-confirmations', 'account', { account: undefined }],
    ['/v1/funds-confirmations', 'payer', { payer: 'CANARY' }],
    ['/v2/consents/confirmation-of-funds', 'account', { account: undefined }],
    ['/v2/consents/confirmation-of-funds', 'cardNumber', { cardNumber: 'CANARY' }],
  ])('at %s is refused with the path %s', async (address, path, wrong) => {
    expect((await post(address, JSON.stringify(FUNDS_QUESTION))).status).toBe(503);
    const answer = await post(address, JSON.stringify({ ...FUNDS_QUESTION, ...wrong }));
    expect([answer.status, answer.message.code, answer.message.path]).toEqual([400, 'FORMAT_ERROR', path]);
    expect(answer.text).not.toContain('CANARY');
  });

  it.each([
    ['no JSON', '{"access":'],
    ['nothing', ''],
    ['no object', '[]'],
    ['NaN as a number', '{"frequencyPerDay":NaN}'],
    ['a field twice', JSON.stringify(CONSENT).replace('{', '{"frequencyPerDay":1,')],
    ['a field twice, once with an escape', JSON.stringify(CONSENT).replace('{', '{"frequency\\u0050erDay":1,')],
    ['a lone surrogate', JSON.stringify(CONSENT).replace('2030-01-01', '\\ud800')],
    ['__proto__', JSON.stringify(CONSENT).replace('{', '{"__proto__":{"x":1},')],
    ['__proto__ in disguise', JSON.stringify(CONSENT).replace('{', '{"\\u005f_proto__":{"x":1},')],
    ['excessive nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['nesting that is not closed', '{"access":'.repeat(100)],
  ])('with %s is refused with FORMAT_ERROR', async (_, body) => {
    const answer = await post('/v1/consents', body);
    expect([answer.status, answer.message.code]).toEqual([400, 'FORMAT_ERROR']);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  it('in an encoding other than UTF-8 is refused', async () => {
    expect((await post(PAYMENTS, Buffer.from(JSON.stringify(PAYMENT), 'latin1'))).status).toBe(400);
  });

  it.each([
    [{ 'Content-Type': 'text/plain' }, 'must be application/json, in UTF-8'],
    [
      { 'Content-Type': 'application/xml' },
      'must be application/json, in UTF-8; XML is the format of the products pain.001-… alone',
    ],
    [
      { 'Content-Type': 'application/json; charset=utf-16' },
      'must be application/json, in UTF-8: it names another charset or type',
    ],
    [{ 'Content-Type': 'application/jsonp' }, 'must be application/json, in UTF-8'],
    [{}, 'is missing: it must be application/json, in UTF-8'],
  ])('of the media type %j is answered 415 with the supported type', async (headers, words) => {
    const answer = await post('/v1/consents', Buffer.from(JSON.stringify(CONSENT)), headers);
    const { path, text } = answer.message;
    expect([answer.status, path, text]).toEqual([415, 'Content-Type', `Content-Type ${words}`]);
  });
});

describe('a misspelt name', () => {
  it.each([
    ['?bookingStatus=booked&fromDate=2026-01-01', 'fromDate is not a parameter here; dateFrom is'],
    ['?bookingStatus=booked&DateFrom=2026-01-01', 'DateFrom is not a parameter here; dateFrom is'],
    ['?booking-status=booked', 'bookingStatus is missing'],
  ])('in the query %s is refused with the correct one', async (query, words) => {
    const headers = { 'Consent-ID': crypto.randomUUID() };
    const { message } = await gateway.ask('GET', `/v1/accounts/a/transactions${query}`, { headers });
    expect(message.text?.startsWith(words), message.text).toBe(true);
  });
});

describe('the query of a transaction list', () => {
  const read = (query: string) =>
    gateway.ask('GET', `/v1/accounts/a/transactions${query}`, { headers: { 'Consent-ID': crypto.randomUUID() } });

  it.each([
    '?bookingStatus=booked&dateFrom=2026-01-01',
    '?bookingStatus=both&dateFrom=2026-01-01&dateTo=2026-02-01&withBalance=true&unknown=1',
    '?bookingStatus=information',
    '?bookingStatus=booked&dateFrom=2026-01-01&deltaList=false',
    '?bookingStatus=booked&deltaList=true',
    '?bookingStatus=booked&dateFrom=2026-01-01&deltaList=FALSE&withBalance=True',
    '?bookingStatus=booked&entryReferenceFrom=7',
  ])('%s is accepted', async (query) => expect((await read(query)).status).toBe(503));

  it.each([
    ['', 'FORMAT_ERROR', 'bookingStatus'],
    ['?bookingStatus=old&dateFrom=2026-01-01', 'FORMAT_ERROR', 'bookingStatus'],
    ['?bookingStatus=booked&bookingStatus=both&dateFrom=2026-01-01', 'FORMAT_ERROR', 'bookingStatus'],
    ['?bookingStatus=booked', 'FORMAT_ERROR', 'dateFrom'],
    ['?bookingStatus=booked&dateFrom=2026-02-30', 'FORMAT_ERROR', 'dateFrom'],
    ['?bookingStatus=booked&dateFrom=2026-01-01&dateTo=now', 'FORMAT_ERROR', 'dateTo'],
    ['?bookingStatus=booked&dateFrom=2026-01-01&withBalance=1', 'FORMAT_ERROR', 'withBalance'],
    ['?bookingStatus=booked&deltaList=maybe', 'FORMAT_ERROR', 'deltaList'],
    ['?bookingStatus=booked&entryReferenceFrom=', 'FORMAT_ERROR', 'entryReferenceFrom'],
    [`?bookingStatus=booked&entryReferenceFrom=${'x'.repeat(37)}`, 'FORMAT_ERROR', 'entryReferenceFrom'],
    ['?bookingStatus=booked&fromDate=2026-01-01', 'FORMAT_ERROR', 'fromDate'],
    ['?bookingStatus=booked&dateFrom=2026-01-01&dateto=2026-02-01', 'FORMAT_ERROR', 'dateto'],
    ['?bookingStatus=booked&dateFrom=2026-01-01&withBalances=true', 'FORMAT_ERROR', 'withBalances'],
    ['?bookingStatus=booked&deltaList=true&entryReferenceFrom=7', 'PARAMETER_NOT_CONSISTENT', 'entryReferenceFrom'],
  ])('%j is refused with %s at %s', async (query, code, path) => {
    const answer = await read(query);
    expect([answer.status, answer.message.code, answer.message.path]).toEqual([400, code, path]);
  });
});
