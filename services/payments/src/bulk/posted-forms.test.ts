import { forAllTests, hrefOf, pain001, type TppAnswer } from '@xs2a/test-kit';
import { IBAN, paymentOrder } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { linkNames, startPaymentServices } from '@xs2a/test-system/start/payment-services';
import { refusalOf } from '@xs2a/test-system/tpp/error-cases';
import { describe, expect, it } from 'vitest';

const XML = { 'Content-Type': 'application/xml' };
const BOUNDARY = 'two-parts';
const PARTS = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
const REDIRECT = { 'TPP-Redirect-Preferred': 'true', 'TPP-Redirect-URI': 'https://tpp.example/ok' };
/** Today on the clock of these services. */
const TODAY = '2027-02-01';

const system = forAllTests(() => startPaymentServices('berlin-group'));

function post(address: string, body: object | string, headers: Record<string, string> = {}): Promise<TppAnswer> {
  return system.tpp.post(address, body, { headers: { 'PSU-IP-Address': '192.0.2.1', ...REDIRECT, ...headers } });
}
async function contentOf(created: TppAnswer, headers: Record<string, string> = {}) {
  const response = await fetch(new URL(hrefOf(created, 'self'), system.services.running.gateway.httpUrl), {
    headers: { 'X-Request-ID': crypto.randomUUID(), ...headers },
  });
  const { headers: got } = response;
  return { type: got.get('content-type') ?? '', link: got.get('link'), text: await response.text() };
}

const CREDITOR = 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Cdtr/Nm';
/** The texts that the response to an initiation reports as transliterated. */
const warnedOf = ({ body }: TppAnswer) =>
  (body as { tppMessages?: { category: string; path: string }[] }).tppMessages?.map(({ path }) => path);
const withPolishCreditor = (xml: string): string => xml.replace(/<Cdtr><Nm>[^<]*</, '<Cdtr><Nm>Łukasz<');

async function ends(created: TppAnswer): Promise<unknown> {
  await system.approve(created);
  const { body } = await eventually(
    () => system.tpp.follow(created, 'status'),
    (answer) => ['ACSC', 'ACCC'].includes(String(answer.body['transactionStatus'])),
  );
  return body['transactionStatus'];
}

describe('a bulk payment in JSON', () => {
  const ADDRESS = '/v1/bulk-payments/sepa-credit-transfers';
  const { debtorAccount, ...transfer } = paymentOrder();
  const bulk = (...payments: object[]) => ({ batchBookingPreferred: true, debtorAccount, payments });

  it('is one payment with all its transfers, read back as it was posted', async () => {
    const posted = bulk(transfer, { ...transfer, instructedAmount: { currency: 'EUR', amount: '34.10' } });
    const created = await post(ADDRESS, posted);
    expect(created.status, created.text).toBe(201);
    const { type, text } = await contentOf(created);
    expect(type).toContain('application/json');
    expect(JSON.parse(text)).toEqual({ ...posted, transactionStatus: 'RCVD' });
    await system.approve(created);
    const { body } = await system.tpp.follow(created, 'status');
    expect(['ACTC', 'ACWC', 'ACCP', 'ACSP', 'ACSC']).toContain(body['transactionStatus']);
  });

  it('always names its account: the placeholder of ISO 20022 for an unknown one is refused', async () => {
    const open = { ...bulk(transfer), debtorAccount: { other: { identification: 'NOTPROVIDED' } } };
    const refused = await post(ADDRESS, open);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('"path":"debtorAccount"')]);
  });

  it('is bound to its total and its payees: the PSU approves an equivalent message', async () => {
    const created = await post(ADDRESS, bulk(transfer, { ...transfer, creditorName: 'Đuro Šćepan' }));
    const stored = await system.services
      .database('payments')
      .collection<{ _id: string; order: { bulk: object } }>('payments')
      .findOne({ _id: String(created.body['paymentId']) });
    expect(stored?.order.bulk).toMatchObject({
      numberOfTransactions: 2,
      payees: [{ creditorName: transfer['creditorName'] }, { creditorName: 'Đuro Šćepan' }],
    });
  });

  it('is transliterated where its product does not permit letters, with a warning for each text', async () => {
    const created = await post(ADDRESS, bulk(transfer, { ...transfer, creditorName: 'Łukasz' }));
    expect(warnedOf(created)).toEqual(['payments[1].creditorName']);
    const content = JSON.parse((await contentOf(created)).text) as { payments: { creditorName: string }[] };
    expect(content.payments[1]?.creditorName).toBe('Lukasz');
    expect(content).toMatchObject({ tppMessages: [{ path: 'payments[1].creditorName' }] });
  });

  it('is refused if its total has more than 14 digits, the limit for an amount', async () => {
    const largest = { ...transfer, instructedAmount: { currency: 'EUR', amount: '99999999999999.99' } };
    expect((await post(ADDRESS, bulk(largest))).status).toBe(201);
    for (const count of [2, 101]) {
      const refused = await post(ADDRESS, bulk(...Array.from({ length: count }, () => largest)));
      expect(refusalOf(refused)).toBe('400 FORMAT_ERROR payments');
    }
  });

  it('is refused with the transfer and the wrong field', async () => {
    const wrong = { ...transfer, instructedAmount: { currency: 'USD', amount: '1.00' } };
    expect(refusalOf(await post(ADDRESS, bulk(transfer, wrong)))).toBe(
      '400 FORMAT_ERROR payments[1].instructedAmount.currency',
    );
    expect(refusalOf(await post(ADDRESS, bulk()))).toBe('400 FORMAT_ERROR payments');
    const past = { ...bulk(transfer), requestedExecutionTime: '2020-01-31T10:00:00Z' };
    expect(refusalOf(await post(ADDRESS, past))).toBe('400 EXECUTION_DATE_INVALID requestedExecutionTime');
    const twice = { ...past, requestedExecutionDate: '2020-01-31' };
    expect(refusalOf(await post(ADDRESS, twice))).toBe('400 FORMAT_ERROR requestedExecutionTime');
    // Longer than the generated message can carry; a single payment has no limit.
    for (const [field, text] of Object.entries({ townName: 'T'.repeat(36), postCode: '1'.repeat(17) })) {
      const long = { ...transfer, creditorAddress: { [field]: text, country: 'HR' } };
      expect(refusalOf(await post(ADDRESS, bulk(transfer, long)))).toBe(
        `400 FORMAT_ERROR payments[1].creditorAddress.${field}`,
      );
    }
    expect(refusalOf(await post(ADDRESS, pain001({ blocks: [{ transfers: [{ amount: '1.00' }] }] }), XML))).toBe(
      '415 FORMAT_ERROR Content-Type',
    );
  });
});

describe('a single payment in XML', () => {
  const ADDRESS = '/v1/payments/pain.001-sepa-credit-transfers';
  const message = (...amounts: string[]) =>
    pain001({ blocks: [{ debtorIban: IBAN.private, day: TODAY, transfers: amounts.map((amount) => ({ amount })) }] });

  it('is executed like the JSON product, and read back byte by byte', async () => {
    const xml = message('1.00');
    const created = await post(ADDRESS, xml, XML);
    expect(created.status, created.text).toBe(201);
    expect(await contentOf(created)).toEqual({ type: 'application/xml; charset=utf-8', link: null, text: xml });
    expect(await ends(created)).toBe('ACSC');
    const report = await system.tpp.follow(created, 'status', { headers: { Accept: 'application/xml' } });
    expect(report.text).toContain('<GrpSts>ACSC</GrpSts>');
  });

  it('with transliterated letters says so wherever it is read: the content links to the status, which warns', async () => {
    const created = await post(ADDRESS, withPolishCreditor(message('1.00')), XML);
    const { link, text } = await contentOf(created);
    expect(text).toContain('<Cdtr><Nm>Lukasz<');
    expect(link).toBe(`<${hrefOf(created, 'status')}>; rel="status"`);
    expect(warnedOf(await system.tpp.follow(created, 'status'))).toEqual([CREDITOR]);
    const plain = await post(ADDRESS, message('1.00'), XML);
    expect((await contentOf(plain)).link).toBeNull();
    expect((await system.tpp.follow(plain, 'status')).body['tppMessages']).toBeUndefined();
  });

  it('may be sent with the charset that HTTP libraries name for XML', async () => {
    const type = { 'Content-Type': 'application/xml; charset=ISO-8859-1' };
    expect((await post(ADDRESS, message('1.00'), type)).status).toBe(201);
  });

  it('has one transfer, in the currency of the product; the refusal names the element', async () => {
    const transfer = 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf';
    expect(refusalOf(await post(ADDRESS, message('1.00', '2.00'), XML))).toContain(`400 FORMAT_ERROR ${transfer}[2]`);
    const dollars = message('1.00').replaceAll('Ccy="EUR"', 'Ccy="USD"');
    expect(refusalOf(await post(ADDRESS, dollars, XML))).toBe(`400 FORMAT_ERROR ${transfer}/Amt/InstdAmt`);
  });
});

describe('a message of the Croatian instant scheme', () => {
  const message = (version: string) =>
    pain001({
      namespace: `urn:iso:std:iso:20022:tech:xsd:sctinsthr:pain.001.001.${version}`,
      blocks: [{ debtorIban: IBAN.private, day: TODAY, transfers: [{ amount: '1.00', creditorName: 'Petra Marić' }] }],
    });

  it.each(['03', '09'])('of version %s is accepted for the instant product, with Croatian letters', async (version) => {
    const created = await post('/v1/payments/pain.001-instant-sepa-credit-transfers', message(version), XML);
    expect([created.status, warnedOf(created)], created.text).toEqual([201, undefined]);
    expect((await contentOf(created)).text).toBe(message(version));
    expect(await ends(created)).toBe('ACCC');
  });

  it('is refused for a product that is not instant, and the refusal names the namespaces of that product', async () => {
    const refused = await post('/v1/payments/pain.001-sepa-credit-transfers', message('09'), XML);
    const accepted = ['', 'scthr:'].map((scheme) => `urn:iso:std:iso:20022:tech:xsd:${scheme}pain.001.001.03 or 09`);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(accepted.join('; '))]);
  });
});

describe('a message with one transfer is refused with all its faults at once', () => {
  const of = (xml: string, day: string): string =>
    xml
      .replace(/<ReqdExctnDt>[^<]*</, `<ReqdExctnDt>${day}<`)
      .replace('<NbOfTxs>1<', '<NbOfTxs>2<')
      .replace(/<CdtrAcct>.*?<\/CdtrAcct>/s, '');
  const xml = pain001({ blocks: [{ debtorIban: IBAN.private, day: TODAY, transfers: [{ amount: '1.00' }] }] });
  const pathsOf = ({ body }: TppAnswer) =>
    (body as { tppMessages: { path: string }[] }).tppMessages.map(({ path }) => path);

  it('in its structure, for its product, and in its day', async () => {
    const refused = await post('/v1/payments/pain.001-sepa-credit-transfers', of(xml, '2020-01-01'), XML);
    expect(pathsOf(refused)).toEqual([
      'CstmrCdtTrfInitn/GrpHdr/NbOfTxs',
      'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/CdtrAcct',
      'CstmrCdtTrfInitn/PmtInf/ReqdExctnDt',
    ]);
  });

  it('in values that do not fit the schema, for its product, and in its day', async () => {
    const wrong = of(xml, '2020-01-01')
      .replace('"EUR">1.00<', '"EUR">1,00<')
      .replace(/<EndToEndId>[^<]*</, '<EndToEndId><');
    const refused = await post('/v1/payments/pain.001-sepa-credit-transfers', wrong, XML);
    expect(pathsOf(refused)).toEqual([
      'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/PmtId/EndToEndId',
      'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Amt/InstdAmt',
      'CstmrCdtTrfInitn/GrpHdr/NbOfTxs',
      'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/CdtrAcct',
      'CstmrCdtTrfInitn/PmtInf/ReqdExctnDt',
    ]);
    const noDay = await post('/v1/payments/pain.001-sepa-credit-transfers', of(xml, '2027-02-30'), XML);
    expect(pathsOf(noDay)).toEqual([
      'CstmrCdtTrfInitn/PmtInf/ReqdExctnDt',
      'CstmrCdtTrfInitn/GrpHdr/NbOfTxs',
      'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/CdtrAcct',
    ]);
  });

  it('in the terms of a standing order too', async () => {
    const terms = JSON.stringify({ startDate: '2020-01-01', frequency: 'Monthly' });
    const part = (name: string, text: string) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
    const both = `${part('xml_sct', of(xml, '2020-01-01'))}${part('json_standingorderType', terms)}--${BOUNDARY}--\r\n`;
    const refused = await post('/v1/periodic-payments/pain.001-sepa-credit-transfers', both, PARTS);
    expect(pathsOf(refused)).toEqual([
      'CstmrCdtTrfInitn/GrpHdr/NbOfTxs',
      'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/CdtrAcct',
      'startDate',
    ]);
  });
});

describe('a standing order in XML', () => {
  const ADDRESS = '/v1/periodic-payments/pain.001-sepa-credit-transfers';
  const xml = pain001({ blocks: [{ debtorIban: IBAN.private, day: TODAY, transfers: [{ amount: '1.00' }] }] });
  const part = (name: string, text: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const terms = { startDate: '2027-02-10', frequency: 'Monthly' };
  const both = `${part('xml_sct', xml)}${part('json_standingorderType', JSON.stringify(terms))}--${BOUNDARY}--\r\n`;

  it('has two parts, and is read back in two parts', async () => {
    const created = await post(ADDRESS, both, PARTS);
    expect(created.status, created.text).toBe(201);
    const { type, text } = await contentOf(created);
    expect(type).toMatch(/^multipart\/form-data; boundary=/);
    expect(text).toContain(xml);
    expect(text).toContain(JSON.stringify(terms));
    await system.approve(created);
    expect((await system.tpp.follow(created, 'status')).body['transactionStatus']).toBe('ACCP');
  });

  it('has the letters of its message transliterated too', async () => {
    const created = await post(ADDRESS, withPolishCreditor(both), PARTS);
    expect(warnedOf(created)).toEqual([CREDITOR]);
    expect((await contentOf(created)).text).toContain('<Cdtr><Nm>Lukasz<');
  });

  it('is refused without one of them, with invalid terms, and if the body never ends', async () => {
    const terse = `${part('xml_sct', xml)}--${BOUNDARY}--\r\n`;
    expect(refusalOf(await post(ADDRESS, terse, PARTS))).toBe('400 FORMAT_ERROR json_standingorderType');
    const wrong = both.replace('"Monthly"', '"Sometimes"');
    expect(refusalOf(await post(ADDRESS, wrong, PARTS))).toBe('400 FORMAT_ERROR frequency');
    expect(refusalOf(await post(ADDRESS, both.replace(`--${BOUNDARY}--`, ''), PARTS))).toMatch(/^400 FORMAT_ERROR/);
  });
});

describe('the embedded approach, with PSU-ID and TPP-Explicit-Authorisation-Preferred: false', () => {
  it('is started with the payment: the next link asks for the password', async () => {
    const headers = {
      'TPP-Redirect-Preferred': 'false',
      'PSU-ID': 'psu-private',
      'TPP-Explicit-Authorisation-Preferred': 'false',
    };
    const created = await post('/v1/payments/instant-sepa-credit-transfers', paymentOrder(), headers);
    expect(created.status, created.text).toBe(201);
    expect(linkNames(created)).toContain('updatePsuAuthentication');
    expect(linkNames(created)).toContain('scaStatus');
  });
});
