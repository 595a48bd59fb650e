import { TppClient } from '@xs2a/test-kit';
import { consentBody, fundsQuestion, IBAN, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { beforeAll, describe, expect, it } from 'vitest';

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}
/** Status and code of the answer, then each fault: its path, and what its text must say for a correction. */
type Mistake = readonly [
  title: string,
  ask: string,
  sent: Sent,
  answer: string,
  ...faults: (readonly [path: string | undefined, ...says: string[]])[],
];

const CONSENTS = 'POST /v1/consents';
const PAY = 'POST /v1/payments/sepa-credit-transfers';
const DOMESTIC = 'POST /v1/payments/domestic-credit-transfers-hr';
const STANDING = 'POST /v1/periodic-payments/sepa-credit-transfers';
const LIST = 'GET /v1/accounts/x/transactions';
const FORMAT = '400 FORMAT_ERROR';
const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const UUID = '99391c7e-ad88-49ec-a2ad-99ddcb1f7721';

const consent = (change: Record<string, unknown> = {}, headers = {}): Sent => ({ body: consentBody(change), headers });
const pay = (change: Record<string, unknown> = {}, headers = {}): Sent => ({ body: paymentOrder(change), headers });
const order = (change: Record<string, unknown> = {}): Sent =>
  pay({ startDate: IN_A_MONTH, frequency: 'Monthly', ...change });
const under = (headers: Record<string, string> = {}): Sent => ({ headers: { 'Consent-ID': UUID, ...headers } });

const PAIN = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.03';
const XML_BULK = 'POST /v1/bulk-payments/pain.001-credit-transfers';
const xml = (body: string, headers = {}): Sent => ({
  body,
  headers: { ...REDIRECT_HEADERS, 'Content-Type': 'application/xml', ...headers },
});

/**
 * Everyday mistakes of TPP developers. The answer alone must suffice to correct them. Further faults of single values are in
 * `packages/contracts/src/faults/explain-faults.test.ts`.
 */
const MISTAKES: readonly Mistake[] = [
  ['the version is left out', 'POST /consents', consent(), '404 RESOURCE_UNKNOWN', [undefined, '/v1/consents']],
  [
    'the service is in the singular',
    'POST /v1/payment/sepa-credit-transfers',
    pay(),
    '404 PRODUCT_UNKNOWN',
    [undefined, '/v1/payments/{paymentProduct}'],
  ],
  [
    'a slash at the end',
    'GET /v1/accounts/',
    under(),
    '404 RESOURCE_UNKNOWN',
    [undefined, 'nearest one is /v1/accounts'],
  ],
  [
    'the product is misspelt',
    'POST /v1/payments/sepa-credit-transfer',
    pay(),
    '404 PRODUCT_UNKNOWN',
    ['payment-product', 'sepa-credit-transfers', 'domestic-credit-transfers-hr'],
  ],
  ['PUT for POST', 'PUT /v1/consents', consent(), '405 SERVICE_INVALID', [undefined, 'PUT', 'POST is']],
  [
    'a form for JSON',
    CONSENTS,
    { body: 'a=b', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    '415 FORMAT_ERROR',
    ['Content-Type', 'application/json', 'UTF-8'],
  ],
  [
    'JSON for pain.001',
    'POST /v1/bulk-payments/pain.001-credit-transfers',
    pay(),
    '415 FORMAT_ERROR',
    ['Content-Type', 'application/xml'],
  ],
  [
    'the body is compressed',
    CONSENTS,
    consent({}, { 'Content-Encoding': 'gzip' }),
    '415 FORMAT_ERROR',
    ['Content-Encoding', 'uncompressed'],
  ],
  [
    'XML is accepted where there is none',
    'GET /v1/accounts',
    under({ Accept: 'application/xml' }),
    '406 REQUESTED_FORMATS_INVALID',
    ['Accept', 'application/json'],
  ],

  ['X-Request-ID is a number', CONSENTS, consent({}, { 'X-Request-ID': '17' }), FORMAT, ['X-Request-ID', 'UUID', UUID]],
  [
    'several headers are wrong',
    CONSENTS,
    consent(
      {},
      { 'X-Request-ID': 'x', 'PSU-IP-Address': 'localhost', 'PSU-Geo-Location': '45.8;15.9', 'PSU-Http-Method': 'get' },
    ),
    FORMAT,
    ['X-Request-ID', 'UUID'],
    ['PSU-IP-Address', 'IPv4', 'IPv6'],
    ['PSU-Geo-Location', 'GEO:45.815011;15.981919'],
    ['PSU-Http-Method', 'GET, POST, PUT, PATCH, DELETE'],
  ],
  [
    'the redirect address is relative',
    PAY,
    pay({}, { 'TPP-Redirect-URI': '/callback' }),
    FORMAT,
    ['TPP-Redirect-URI', 'absolute', 'https://tpp.example/ok'],
  ],
  [
    'redirect is preferred, and there is no address',
    PAY,
    pay({}, { 'TPP-Redirect-URI': '', 'TPP-Redirect-Preferred': 'true' }),
    FORMAT,
    ['TPP-Redirect-URI'],
  ],
  ['Consent-ID is left out', 'GET /v1/accounts', {}, FORMAT, ['Consent-ID', 'consentId']],
  ['the consent does not exist', 'GET /v1/accounts', under(), '400 CONSENT_UNKNOWN', ['Consent-ID', 'Consent-ID']],

  ['bookingStatus is left out', LIST, under(), FORMAT, ['bookingStatus', 'missing', 'booked', 'pending', 'both']],
  ['Python writes None', PAY, { body: '{"creditorAgent": None}' }, FORMAT, [undefined, 'character 19', 'None is null']],
  [
    'months without MonthlyVariable',
    STANDING,
    order({ monthsOfExecution: ['1'] }),
    FORMAT,
    ['monthsOfExecution', 'not used with Monthly', 'MonthlyVariable'],
  ],
  [
    'MonthlyVariable without months',
    STANDING,
    order({ frequency: 'MonthlyVariable' }),
    FORMAT,
    ['monthsOfExecution', 'is needed'],
  ],
  ['a name of blanks', PAY, pay({ creditorName: '  ' }), FORMAT, ['creditorName', 'blanks alone']],
  [
    'the ids of something else in a basket',
    'POST /v1/signing-baskets',
    { body: { paymentIds: [UUID] }, headers: REDIRECT_HEADERS },
    '400 RESOURCE_UNKNOWN',
    ['paymentIds[0]', 'no payment of this TPP', 'paymentId'],
  ],
  [
    'fromDate for dateFrom',
    `${LIST}?bookingStatus=booked&fromDate=2027-01-01`,
    under(),
    FORMAT,
    ['fromDate', 'is not a parameter', 'dateFrom is'],
  ],
  [
    'a parameter that may be left out is misspelt',
    `${LIST}?bookingStatus=booked&dateFrom=2026-01-01&with_balance=true`,
    under(),
    FORMAT,
    ['with_balance', 'is not a parameter', 'withBalance is'],
  ],
  [
    'the closing tag is of another element',
    XML_BULK,
    xml('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03">\n<CstmrCdtTrfInitn>\n</Document>'),
    FORMAT,
    ['CstmrCdtTrfInitn', 'line 3, character 12', 'still open'],
  ],
  [
    'the message is a statement',
    XML_BULK,
    xml('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt/></Document>'),
    FORMAT,
    ['Document', 'no message that is accepted here', 'pain.001.001.03', 'or 09'],
  ],
  [
    'the message has no namespace',
    XML_BULK,
    xml('<Document><CstmrCdtTrfInitn/></Document>'),
    FORMAT,
    ['Document', 'has no namespace', 'pain.001.001.03'],
  ],
  [
    'an element of a message is at the wrong place',
    XML_BULK,
    xml(`<Document xmlns="${PAIN}"><CstmrCdtTrfInitn><PmtInf/></CstmrCdtTrfInitn></Document>`),
    FORMAT,
    ['CstmrCdtTrfInitn/PmtInf', 'at this place comes GrpHdr'],
  ],
  [
    'XML for a product in JSON',
    PAY,
    xml('<Document/>'),
    '415 FORMAT_ERROR',
    ['Content-Type', 'application/json', 'XML is the format of the products pain.001-'],
  ],
  ['JSON is sent as XML', XML_BULK, xml('{"payments":[]}'), FORMAT, [undefined, 'line 1', 'text outside']],
  [
    'a field of a funds confirmation is misspelt',
    'POST /v1/funds-confirmations',
    { body: { ...fundsQuestion(), card_number: '4000000000000002' } },
    FORMAT,
    ['card_number', 'cardNumber is'],
  ],
  [
    'bookingStatus is in capitals',
    `${LIST}?bookingStatus=BOOKED`,
    under(),
    FORMAT,
    ['bookingStatus', 'booked, pending'],
  ],
  [
    'a date is in local form',
    `${LIST}?bookingStatus=both&dateFrom=31.12.2026`,
    under(),
    FORMAT,
    ['dateFrom', 'YYYY-MM-DD'],
  ],
  [
    'two dates are wrong',
    `${LIST}?bookingStatus=both&dateFrom=2026-02-30&dateTo=now`,
    under(),
    FORMAT,
    ['dateFrom', 'exists'],
    ['dateTo', 'YYYY-MM-DD'],
  ],
  [
    'a parameter is sent twice',
    `${LIST}?bookingStatus=both&dateFrom=2026-01-01&dateFrom=2026-01-02`,
    under(),
    FORMAT,
    ['dateFrom', 'once'],
  ],

  [
    'there is no body',
    CONSENTS,
    { body: '', headers: { 'Content-Type': 'application/json' } },
    FORMAT,
    [undefined, 'empty'],
  ],
  [
    'a comma too much',
    CONSENTS,
    { body: '{\n  "access": {},\n}' },
    FORMAT,
    [undefined, 'line 3, character 1', 'comma'],
  ],
  ['single quotes', PAY, { body: "{'creditorName': 'Ana'}" }, FORMAT, [undefined, 'character 2', 'double quotes']],
  ['a quote is missing', PAY, { body: '{"creditorName": "Ana}' }, FORMAT, [undefined, 'no closing double quote']],
  ['the body is cut off', PAY, { body: '{"creditorName": "Ana"' }, FORMAT, [undefined, 'ends before its closing }']],
  ['a field is sent twice', CONSENTS, { body: '{"access":{},"access":{}}' }, FORMAT, ['access', 'twice']],

  [
    'a field is misspelt',
    PAY,
    pay({ remittanceInformationUnstructerd: 'x' }),
    FORMAT,
    ['remittanceInformationUnstructerd', 'remittanceInformationUnstructured'],
  ],
  [
    'a field in snake case',
    PAY,
    pay({ creditorName: undefined, creditor_name: 'Ana' }),
    FORMAT,
    ['creditorName', 'missing', '1 to 70'],
    ['creditor_name', 'creditorName'],
  ],
  [
    'the amount is a number',
    PAY,
    pay({ instructedAmount: { currency: 'EUR', amount: 12.5 } }),
    FORMAT,
    ['instructedAmount.amount', '"12.50"', 'not a number'],
  ],
  [
    'too many cents',
    PAY,
    pay({ instructedAmount: { currency: 'EUR', amount: '12.505' } }),
    FORMAT,
    ['instructedAmount.amount', 'digits after the point'],
  ],
  [
    'an amount of zero',
    PAY,
    pay({ instructedAmount: { currency: 'EUR', amount: '0.00' } }),
    FORMAT,
    ['instructedAmount.amount', 'greater than zero'],
  ],
  [
    'the account is a text',
    PAY,
    pay({ creditorAccount: IBAN.creditor }),
    FORMAT,
    ['creditorAccount', 'iban, bban', 'not a text'],
  ],
  [
    'a day that has passed',
    PAY,
    pay({ requestedExecutionDate: '2020-01-01' }),
    '400 EXECUTION_DATE_INVALID',
    ['requestedExecutionDate', 'from 20'],
  ],
  [
    'a field of another product, and one is missing',
    DOMESTIC,
    pay({
      creditorAgent: 'ZABAHR2X',
      remittanceInformationUnstructured: undefined,
      requestedExecutionDate: '2020-01-01',
    }),
    FORMAT,
    ['creditorAgent', 'domestic-credit-transfers-hr', 'leave it out'],
    ['remittanceInformationUnstructured', 'needed'],
    ['requestedExecutionDate', 'from 20'],
  ],
  [
    'another currency than the product has',
    PAY,
    pay({ instructedAmount: { currency: 'USD', amount: '1.00' } }),
    FORMAT,
    ['instructedAmount.currency', 'EUR'],
  ],
  [
    'a field of the wrong form, one that the product needs and one that it does not use',
    DOMESTIC,
    pay({
      instructedAmount: { currency: 'EUR', amount: '12,50' },
      remittanceInformationUnstructured: undefined,
      chargeBearer: 'DEBT',
      creditorAgent: null,
    }),
    FORMAT,
    ['instructedAmount.amount', 'a point'],
    ['chargeBearer', 'is not used by domestic-credit-transfers-hr'],
    ['remittanceInformationUnstructured', 'is needed by domestic-credit-transfers-hr'],
  ],
  [
    'a frequency of other standards',
    STANDING,
    order({ frequency: 'MNTH' }),
    FORMAT,
    ['frequency', 'Monthly', 'Quarterly'],
  ],
  [
    'a standing order that ends before it begins',
    STANDING,
    order({ startDate: '2099-01-01', endDate: '2000-01-01' }),
    '400 EXECUTION_DATE_INVALID',
    ['startDate', 'from 20'],
  ],

  [
    'a consent of the past, often and once',
    CONSENTS,
    consent({ validUntil: '2020-01-01', recurringIndicator: false }),
    FORMAT,
    ['validUntil', 'today is 20'],
    ['frequencyPerDay', '1', 'one-off'],
  ],
  ['a consent for nothing', CONSENTS, consent({ access: {} }), FORMAT, ['access', 'accounts', 'allPsd2']],
  [
    'a consent for the names of owners alone',
    CONSENTS,
    consent({ access: { additionalInformation: { ownerName: [{ iban: IBAN.private }] } } }),
    FORMAT,
    ['access', 'accounts', 'additionalInformation is beside one of them'],
  ],
  [
    'two kinds of consent',
    CONSENTS,
    consent({ access: { allPsd2: 'allAccounts', balances: [{ iban: IBAN.private }] } }),
    FORMAT,
    ['access.allPsd2', 'alone'],
  ],
  [
    'a value of another field',
    CONSENTS,
    consent({ access: { allPsd2: 'true' } }),
    FORMAT,
    ['access.allPsd2', 'allAccounts'],
  ],
  ['no access a day', CONSENTS, consent({ frequencyPerDay: 0 }), FORMAT, ['frequencyPerDay', 'at least 1']],
  ['an empty basket', 'POST /v1/signing-baskets', { body: {} }, FORMAT, ['paymentIds', 'consentIds']],
  [
    'funds of no account',
    'POST /v1/funds-confirmations',
    { body: fundsQuestion('1.00', { account: {} }) },
    FORMAT,
    ['account', 'exactly one of iban'],
  ],
];

let tpp: TppClient;
beforeAll(async () => {
  tpp = new TppClient((await sharedSystem()).gatewayUrl);
});

interface Message {
  readonly code: string;
  readonly path?: string;
  readonly text: string;
}

async function answerTo(ask: string, { headers, body }: Sent) {
  const [method = '', path = ''] = ask.split(' ');
  const sent: Record<string, string> = { ...(method === 'POST' && REDIRECT_HEADERS), ...headers };
  // An empty header means that it is left out.
  const kept = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
  const { status, headers: got, body: answered } = await tpp.call(method, path, { headers: kept, body });
  return { status, headers: got, messages: answered['tppMessages'] as Message[] };
}

describe('an everyday mistake is answered with all that is needed to correct it', () => {
  const rows = MISTAKES.map(([title, ask, sent, expected, ...faults]) => ({ title, ask, sent, expected, faults }));
  it.each(rows)('$title', async ({ ask, sent, expected, faults }) => {
    const { status, headers, messages } = await answerTo(ask, sent);
    expect(`${status} ${messages[0]?.code}`, JSON.stringify(messages)).toBe(expected);
    expect(
      messages.map(({ path }) => path),
      JSON.stringify(messages),
    ).toEqual(faults.map(([path]) => path));
    for (const [index, [, ...says]] of faults.entries()) {
      for (const word of says) expect(messages[index]?.text).toContain(word);
    }
    expect(headers.get('link')).toMatch(/^<\/docs\/errors#\w+>; rel="help"$/);
  });

  it('and two different mistakes never have the same text', async () => {
    const texts: { title: string; text: string }[] = [];
    // One after the other: all at once would exceed the request limit of a TPP.
    for (const [title, ask, sent] of MISTAKES) {
      const { messages } = await answerTo(ask, sent);
      texts.push({ title, text: messages.map(({ text }) => text).join('\n') });
    }
    const shared = [...Map.groupBy(texts, ({ text }) => text).values()].filter((those) => those.length > 1);
    expect(shared).toEqual([]);
    expect(MISTAKES.length).toBeGreaterThanOrEqual(40);
  });

  it('the link of every error leads to its section on a page of this instance', async () => {
    const { headers } = await answerTo(CONSENTS, { body: {} });
    const [, link = ''] = /^<(.*)>; rel="help"$/.exec(headers.get('link') ?? '') ?? [];
    const { gatewayUrl } = await sharedSystem();
    const page = await (await fetch(new URL(link, gatewayUrl))).text();
    expect(page).toContain(`id="${link.split('#')[1]}"`);
  });
});
