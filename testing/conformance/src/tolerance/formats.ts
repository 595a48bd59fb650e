import { expectSame } from '../check.ts';
import { needsBulks } from '../checks/offered-features.ts';
import { paymentOrder } from '../orders.ts';
import type { AcceptedDeviation } from './accepted-deviation.ts';

const readAs = (accept: string, where: '' | '/status'): AcceptedDeviation => ({
  name: `a payment${where} with Accept ${accept}`,
  endpoint: where === '' ? 'getPaymentInformation' : 'getPaymentInitiationStatus',
  rule: 'a payment is read in its own format and its status in JSON, whatever is accepted (decision 13)',
  how: `GET of a payment${where} with Accept: ${accept}`,
  run: async (context) => {
    const seen = await context.ask(`GET {sepa}/{waiting}${where}`, { headers: { Accept: accept } });
    expectSame('status', seen.status, 200);
    expectSame('transactionStatus', typeof seen.body['transactionStatus'], 'string');
  },
});

/** Answers about a payment are JSON, even if the client accepts another format. */
const AROUND_PAYMENT: AcceptedDeviation = {
  name: 'a payment and its authorisations with Accept text/csv',
  endpoint: 'initiatePayment',
  rule: 'everything but account information is answered in its own format, whatever is accepted (decision 11)',
  how: 'POST of a payment, its authorisations and DELETE, all with Accept: text/csv',
  run: async (context) => {
    const headers = { Accept: 'text/csv' };
    const created = await context.ask('POST {sepa}', { body: paymentOrder(context), headers });
    expectSame('status of the creation', created.status, 201);
    const payment = `{sepa}/${String(created.body['paymentId'])}`;
    const authorisations = await context.ask(`GET ${payment}/authorisations`, { headers });
    expectSame('status of the list', authorisations.status, 200);
    expectSame('whether it is a list', Array.isArray(authorisations.body['authorisationIds']), true);
    const cancelled = await context.ask(`DELETE ${payment}`, { headers });
    expectSame('whether the cancellation is taken', [202, 204].includes(cancelled.status), true);
  },
};

/** A payment sent as a message is read as one. */
const messageReadAs = (accept: string): AcceptedDeviation => ({
  name: `a message with Accept ${accept}`,
  endpoint: 'getPaymentInformation',
  rule: 'a payment posted as pain.001 is returned as XML, whatever is accepted: never 406 (decision 13)',
  how: `GET of a bulk payment with Accept: ${accept}`,
  missing: needsBulks,
  run: async (context) => {
    const seen = await context.ask('GET {bulks}/{bulk}', { headers: { Accept: accept } });
    expectSame('status', seen.status, 200);
    expectSame('Content-Type', /^application\/xml\b/.test(seen.headers.get('content-type') ?? ''), true);
    expectSame('whether it has the message', seen.text.includes('<CstmrCdtTrfInitn>'), true);
  },
});

/** The status of a message is available in XML too, if preferred (pain.002). */
const MESSAGE_STATUS: AcceptedDeviation = {
  name: 'the status of a message with Accept application/xml',
  endpoint: 'getPaymentInitiationStatus',
  rule: 'the status of a payment is JSON, and for a pain.001 XML if preferred: never 406 (decision 13)',
  how: 'GET of the status of a bulk payment with Accept: application/xml, image/png and without',
  missing: needsBulks,
  run: async (context) => {
    const types: string[] = [];
    for (const accept of ['application/xml', 'image/png', '*/*']) {
      const { status, headers } = await context.ask('GET {bulks}/{bulk}/status', { headers: { Accept: accept } });
      types.push(`${status} ${(headers.get('content-type') ?? '').split(';')[0]}`);
    }
    expectSame('the answers', types, ['200 application/xml', '200 application/json', '200 application/json']);
  },
};

/** The format of an answer about a payment follows from the payment, whatever is accepted. */
export const FORMATS: readonly AcceptedDeviation[] = [
  AROUND_PAYMENT,
  readAs('application/xml', ''),
  readAs('image/png', ''),
  readAs('image/png', '/status'),
  messageReadAs('application/json'),
  messageReadAs('image/png'),
  MESSAGE_STATUS,
];
