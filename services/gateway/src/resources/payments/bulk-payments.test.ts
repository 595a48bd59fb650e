import { initiatePayment, readPayment, readPaymentStatus, readStatusReport, Xs2aError } from '@xs2a/contracts';
import { forAllTests, pain001 } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { answerTo } from '../../../test/answer-to.ts';
import { PAYMENT } from '../../../test/endpoint-samples.ts';
import { startGateway } from '../../../test/start-gateway.ts';

const BULKS = '/v1/bulk-payments/pain.001-credit-transfers';
const BYTES_MAX = 6 * 1024 * 1024;
const MESSAGE = pain001({ blocks: [{ transfers: [{ amount: '1.00' }] }] });
const AS_XML = { 'Content-Type': 'application/xml', 'TPP-Redirect-URI': 'https://tpp.example/ok' };

const gateway = forAllTests(() => startGateway());
const PAID = { paymentId: 'p-1', transactionStatus: 'RCVD', psuKnown: false } as const;
const payments = forAllTests(() => answerTo(gateway.natsUrl, initiatePayment, () => PAID));

function post(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = AS_XML, path = BULKS) {
  return gateway.ask('POST', path, { headers, body });
}

describe('a pain.001 message', () => {
  it.each(['application/xml', 'text/xml', 'application/xml; charset=UTF-8', 'text/xml;charset="utf-8"'])(
    'as %s is passed on unchanged and answered in JSON',
    async (type) => {
      const answer = await post(`\uFEFF${MESSAGE}`, { ...AS_XML, 'Content-Type': type });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([201, 'application/json; charset=utf-8']);
      expect(payments.asked.at(-1)?.order).toEqual({
        paymentService: 'bulk-payments',
        paymentProduct: 'pain.001-credit-transfers',
        xml: `\uFEFF${MESSAGE}`,
      });
    },
  );

  it('is not parsed by the gateway: invalid XML is passed on', async () => {
    expect((await post('<!DOCTYPE')).status).toBe(201);
    expect(payments.asked.at(-1)?.order).toMatchObject({ xml: '<!DOCTYPE' });
  });

  it.each([
    ['application/json'],
    ['application/xml; charset=utf-16'],
    ['text/xml; charset=utf-7'],
    ['application/xml+x'],
    ['multipart/form-data'],
  ])('as %s is answered 415 with the supported types', async (type) => {
    const answer = await post(MESSAGE, { ...AS_XML, 'Content-Type': type });
    const hint = type.includes('charset') ? ': it names another charset or type' : '';
    const text = `Content-Type must be application/xml or text/xml, in UTF-8${hint}`;
    expect([answer.status, answer.message.text]).toEqual([415, text]);
  });

  it('of 6 MB is passed on, but answered 413 if it is one byte longer', async () => {
    const filled = MESSAGE.padEnd(BYTES_MAX, ' ');
    expect((await post(filled)).status).toBe(201);
    expect(payments.asked.at(-1)?.order).toMatchObject({ xml: filled });
    const answer = await post(`${filled} `);
    expect([answer.status, answer.text]).toEqual([413, '']);
  });

  it('that is too long for the bus because of escaped line ends is answered 413', async () => {
    expect((await post(MESSAGE.padEnd(BYTES_MAX, '\n'))).status).toBe(413);
  });

  it.each([
    ['UTF-16', Buffer.from(`\uFEFF${MESSAGE}`, 'utf16le')],
    ['ISO-8859-2', Buffer.from(MESSAGE.replace('Racun', 'Ra\u00e8un'), 'latin1')],
  ])('in %s is refused with FORMAT_ERROR', async (_, bytes) => {
    const answer = await post(new Uint8Array(bytes));
    expect([answer.status, answer.message.code]).toEqual([400, 'FORMAT_ERROR']);
  });

  it.each([
    ['/v1/payments/sepa-credit-transfers', 415],
    ['/v1/periodic-payments/sepa-credit-transfers', 415],
    ['/v1/payments/pain.001-credit-transfers', 404],
    ['/v1/periodic-payments/pain.001-credit-transfers', 404],
  ])('at %s is refused with %s', async (path, status) =>
    expect((await post(MESSAGE, AS_XML, path)).status).toBe(status),
  );
});

describe('a bulk payment in JSON', () => {
  const JSON_BULKS = '/v1/bulk-payments/sepa-credit-transfers';
  const headers = { ...AS_XML, 'Content-Type': 'application/json', 'PSU-IP-Address': '192.0.2.1' };
  const transfer = {
    instructedAmount: { currency: 'EUR', amount: '1.00' },
    creditorAccount: { iban: 'HR1723600001101234565' },
    creditorName: 'A',
  };
  const bulkOf = (transfers: unknown[]) => ({ debtorAccount: { iban: 'HR1210010051863000160' }, payments: transfers });
  const offering = forAllTests(() => startGateway({ PROFILE: 'berlin-group' }));

  it('with as many transfers as fit into 1 MB is passed on', async () => {
    await using owner = await answerTo(offering.natsUrl, initiatePayment, () => PAID);
    const bulk = bulkOf(Array.from({ length: 8_000 }, () => transfer));
    const body = JSON.stringify(bulk);
    expect(body.length).toBeGreaterThan(1_000_000);
    expect((await offering.ask('POST', JSON_BULKS, { headers, body })).status).toBe(201);
    expect(owner.asked).toMatchObject([{ order: { body: bulk } }]);
  });

  it.each([
    [50_000, JSON_BULKS],
    [10_000, '/v1/payments/sepa-credit-transfers'],
    [10_000, '/v1/consents'],
  ])('of more than %i values is refused without checking each, at %s', async (count, path) => {
    const body = JSON.stringify(bulkOf(Array.from({ length: count + 1 }, () => 1)));
    const { status, message } = await offering.ask('POST', path, { headers, body });
    expect([status, message.text]).toEqual([400, `the body has more than ${count} values`]);
  });
});

describe('reading a bulk payment', () => {
  const read = (path: string, accept?: string) =>
    gateway.ask('GET', `${BULKS}/p-1${path}`, { headers: accept === undefined ? {} : { Accept: accept } });

  it('returns the message as XML in either media type, regardless of Accept', async () => {
    await using _ = await answerTo(gateway.natsUrl, readPayment, () => ({
      transactionStatus: 'RCVD' as const,
      order: { paymentService: 'bulk-payments', paymentProduct: 'pain.001-credit-transfers', xml: MESSAGE } as const,
    }));
    for (const [accept, type] of [
      [undefined, 'application/xml; charset=utf-8'],
      ['text/xml', 'text/xml; charset=utf-8'],
      ['application/json, application/xml;q=0.1', 'application/xml; charset=utf-8'],
      ['application/json', 'application/xml; charset=utf-8'],
      ['application/pdf', 'application/xml; charset=utf-8'],
      ['', 'application/xml; charset=utf-8'],
    ] as const) {
      const answer = await read('', accept);
      expect([answer.status, answer.headers.get('content-type'), answer.text]).toEqual([200, type, MESSAGE]);
    }
  });

  it('returns the status as JSON, or as pain.002 if the TPP prefers XML', async () => {
    await using _json = await answerTo(gateway.natsUrl, readPaymentStatus, () => ({
      transactionStatus: 'ACSC' as const,
    }));
    await using _xml = await answerTo(gateway.natsUrl, readStatusReport, () => ({ xml: '<report/>' }));
    for (const accept of [
      undefined,
      'application/json',
      '*/*',
      'application/xml;q=0.5, application/json',
      'application/pdf',
    ]) {
      expect((await read('/status', accept)).text).toBe('{"transactionStatus":"ACSC"}');
    }
    for (const accept of ['application/xml', 'text/xml', 'application/json;q=0.5, application/xml']) {
      const answer = await read('/status', accept);
      expect([answer.text, answer.headers.get('content-type')]).toEqual(['<report/>', expect.stringContaining('xml')]);
    }
  });

  it('returns errors in JSON, regardless of Accept', async () => {
    await using _ = await answerTo(gateway.natsUrl, readStatusReport, () => {
      throw new Xs2aError('resourceUnknown');
    });
    const answer = await read('/status', 'application/xml');
    expect([answer.status, answer.message.code]).toEqual([404, 'RESOURCE_UNKNOWN']);
  });

  it('returns a payment sent as JSON, and its status, as JSON, regardless of Accept', async () => {
    const order = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers', body: PAYMENT } as const;
    const transactionStatus = 'RCVD' as const;
    await using _payment = await answerTo(gateway.natsUrl, readPayment, () => ({ transactionStatus, order }));
    await using _status = await answerTo(gateway.natsUrl, readPaymentStatus, () => ({ transactionStatus }));
    for (const accept of ['application/xml', 'text/html', 'image/png;q=0.5']) {
      for (const [path, body] of [
        ['', { ...PAYMENT, transactionStatus }],
        ['/status', { transactionStatus }],
      ] as const) {
        const address = `/v1/payments/sepa-credit-transfers/p-1${path}`;
        const answer = await gateway.ask('GET', address, { headers: { Accept: accept } });
        expect([answer.status, JSON.parse(answer.text)], accept).toEqual([200, body]);
      }
    }
  });
});
