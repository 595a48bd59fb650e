import { expectSame } from '../check.ts';
import { needsBulks } from '../checks/what-is-offered.ts';
import type { Taken } from './taken.ts';

const readAs = (accept: string, where: '' | '/status'): Taken => ({
  name: `a payment${where} with Accept ${accept}`,
  endpoint: where === '' ? 'getPaymentInformation' : 'getPaymentInitiationStatus',
  rule: 'a payment is read in its own format and its status in JSON, whatever is accepted (decision 54)',
  how: `GET of a payment${where} with Accept: ${accept}`,
  run: async (context) => {
    const seen = await context.ask(`GET {sepa}/{waiting}${where}`, { headers: { Accept: accept } });
    expectSame('status', seen.status, 200);
    expectSame('transactionStatus', typeof seen.body['transactionStatus'], 'string');
  },
});

/** A payment that was sent as a message is read as one. */
const messageReadAs = (accept: string): Taken => ({
  name: `a message with Accept ${accept}`,
  endpoint: 'getPaymentInformation',
  rule: 'a payment of a pain.001 is read as XML, whatever is accepted: never 406 (decision 54)',
  how: `GET of a bulk payment with Accept: ${accept}`,
  missing: needsBulks,
  run: async (context) => {
    const seen = await context.ask('GET {bulks}/{bulk}', { headers: { Accept: accept } });
    expectSame('status', seen.status, 200);
    expectSame('Content-Type', /^application\/xml\b/.test(seen.headers.get('content-type') ?? ''), true);
    expectSame('whether it has the message', seen.text.includes('<CstmrCdtTrfInitn>'), true);
  },
});

/** The status of a message is told in XML too, to who prefers that (pain.002). */
const MESSAGE_STATUS: Taken = {
  name: 'the status of a message with Accept application/xml',
  endpoint: 'getPaymentInitiationStatus',
  rule: 'the status of a payment is JSON, and of a pain.001 XML where that is preferred: never 406 (decision 54)',
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
export const FORMATS: readonly Taken[] = [
  readAs('application/xml', ''),
  readAs('image/png', ''),
  readAs('image/png', '/status'),
  messageReadAs('application/json'),
  messageReadAs('image/png'),
  MESSAGE_STATUS,
];
