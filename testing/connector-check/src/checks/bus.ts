import { CONNECTOR_BYTES_MAX, identifyPsu, submitPayment } from '@xs2a/contracts';
import { ANY_PART, type Check, SIGNING_PARTS } from '../check.ts';
import { demand } from '../fault.ts';
import { inWords, pause } from '../session.ts';
import { harmlessRequests, offeredOperations } from './samples.ts';

const AT_ONCE = 24;
const IN_GROUP = 60;
const LISTEN_MS = 300;

/** Checks of a connector's behaviour on the bus, independent of the operation. */
export const BUS_CHECKS: readonly Check[] = [
  {
    id: 'bus.listens',
    rule: 'every operation of the parts offered has a listener',
    source: 'Maturity path',
    parts: ANY_PART,
    run: async (session) => {
      const nobody: string[] = [];
      for (const operation of offeredOperations(session)) {
        const answer = await session.send(operation, '');
        if (answer.kind === 'nobody') nobody.push(operation.subject);
      }
      demand(nobody.length === 0, `nobody listens on ${nobody.join(', ')}`);
    },
  },
  {
    id: 'bus.one-answer',
    rule: 'a request gets one answer, and in time',
    source: 'Requests and answers',
    parts: ANY_PART,
    run: async (session) => {
      const samples = harmlessRequests(session);
      for (const operation of offeredOperations(session)) {
        const request = samples.get(operation.subject);
        if (request === undefined) continue;
        const answer = await session.send(operation, request, LISTEN_MS);
        demand(answer.kind === 'reply' || answer.kind === 'refusal', `${operation.subject}: ${inWords(answer)}`);
        demand(answer.more === 0, `${operation.subject} got ${answer.more + 1} answers`);
      }
    },
  },
  {
    id: 'bus.no-json',
    rule: 'a message that is no JSON object is refused at once',
    source: 'Errors',
    parts: ANY_PART,
    run: async (session) => {
      for (const operation of offeredOperations(session)) {
        for (const text of ['{"psuId":', '[]']) {
          const { refusal } = session.refusalIn(operation.subject, await session.send(operation, text));
          demand(['bodyInvalid', 'fieldInvalid'].includes(refusal), `${operation.subject} refuses it as ${refusal}`);
        }
      }
    },
  },
  {
    id: 'bus.field-missing',
    rule: 'a missing field is refused as fieldInvalid, with its path',
    source: 'Errors',
    parts: ANY_PART,
    run: async (session) => {
      for (const operation of offeredOperations(session)) {
        const { refusal, path } = await session.refusal(operation, {});
        demand(refusal === 'fieldInvalid', `${operation.subject} refuses it as ${refusal}`);
        demand(path !== undefined && path !== '', `${operation.subject} does not say which field`);
      }
    },
  },
  {
    id: 'bus.field-of-wrong-type',
    rule: 'a field of another type is refused as fieldInvalid',
    source: 'Errors',
    parts: SIGNING_PARTS,
    run: async (session) => {
      const { refusal, path } = await session.refusal(identifyPsu, { psuId: 17 });
      demand(refusal === 'fieldInvalid' && path === 'psuId', `it is refused as ${refusal} at ${path ?? 'no path'}`);
    },
  },
  {
    id: 'bus.field-unknown',
    rule: 'an unknown field of a newer version is ignored',
    source: 'Versions',
    parts: ANY_PART,
    run: async (session) => {
      const samples = harmlessRequests(session);
      for (const operation of offeredOperations(session)) {
        const request = samples.get(operation.subject);
        if (request === undefined || operation.subject === 'bank.sendChallenge') continue;
        await session.ask(operation, { ...request, fieldOfANewerVersion: { some: ['thing'] } });
      }
    },
  },
  {
    id: 'bus.expired',
    rule: 'a request whose deadline has passed is neither processed nor answered',
    source: 'Requests and answers',
    parts: ['payments', 'standingOrders'],
    run: async (session) => {
      const payment = session.payment();
      const expired = await session.sendRaw(submitPayment.subject, JSON.stringify(payment), {
        withinMs: -1_500,
      });
      demand(expired.kind === 'silence', `a payment whose deadline had passed: ${inWords(expired)}`);
      demand(
        session.xs2a.reportsOf(payment.paymentId).length === 0,
        'a payment whose deadline had passed was executed',
      );
      demand(
        session.debits(payment.body.endToEndIdentification).length === 0,
        'a payment whose deadline had passed was booked',
      );
    },
  },
  {
    id: 'bus.queue-group',
    rule: 'the connector listens in the queue group `bank`, so that replicas share the work',
    source: 'Requests and answers',
    parts: SIGNING_PARTS,
    run: async (session) => {
      let toUs = 0;
      const member = session.connection.subscribe(identifyPsu.subject, { queue: 'bank', callback: () => void toUs++ });
      await session.connection.flush();
      const request = JSON.stringify({ psuId: session.facts.unknownPsu });
      const asked = Array.from({ length: IN_GROUP }, () =>
        session.sendRaw(identifyPsu.subject, request, { withinMs: 1_500 }),
      );
      const answered = (await Promise.all(asked)).filter(({ kind }) => kind === 'reply').length;
      member.unsubscribe();
      await session.connection.flush();
      const seen = `of ${IN_GROUP} requests ${answered} were answered and ${toUs} went to another member of the group`;
      demand(toUs > 0 && answered > 0 && answered + toUs === IN_GROUP, seen);
      return seen;
    },
  },
  {
    id: 'bus.at-once',
    rule: `${AT_ONCE} requests at once are all answered in time`,
    source: 'Requests and answers',
    parts: SIGNING_PARTS,
    run: async (session) => {
      const startedAt = performance.now();
      const psu = { psuId: session.facts.psu.psuId };
      await Promise.all(Array.from({ length: AT_ONCE }, () => session.ask(identifyPsu, psu)));
      return `${Math.round(performance.now() - startedAt)} ms`;
    },
  },
];

/** Checks that need the answers to all others. */
export const CLOSING_CHECKS: readonly Check[] = [
  {
    id: 'bus.size',
    rule: `no answer and no message has more than ${CONNECTOR_BYTES_MAX} bytes`,
    source: 'Sizes',
    parts: ANY_PART,
    run: async ({ answers, xs2a }) => {
      const sizes = [...answers, ...xs2a.told].map(({ subject, bytes }) => ({ subject, bytes }));
      const largest = sizes.toSorted((one, other) => other.bytes - one.bytes)[0];
      demand((largest?.bytes ?? 0) <= CONNECTOR_BYTES_MAX, `${largest?.subject} has ${largest?.bytes} bytes`);
      return largest && `the largest: ${largest.bytes} bytes, ${largest.subject}`;
    },
  },
  {
    id: 'bus.silent-refusals',
    rule: 'a refusal contains no PSU-ID, password, account number or code',
    source: 'Errors',
    parts: ANY_PART,
    run: async ({ answers, facts }) => {
      const { psuId, password, account } = facts.psu;
      const secrets = [psuId, password, account.iban, account.maskedPan].filter((secret) => secret !== undefined);
      const refusals = answers.filter(({ kind }) => kind === 'refusal');
      const telling = refusals.find(({ body }) => secrets.some((secret) => JSON.stringify(body).includes(secret)));
      demand(telling === undefined, `a refusal of ${telling?.subject} repeats what it was asked`);
      return `${refusals.length} refusals were looked at`;
    },
  },
  {
    id: 'bus.told-in-form',
    rule: 'every message of the connector validates against the contract',
    source: 'Reports of the bank',
    parts: ANY_PART,
    run: async (session) => {
      await pause(LISTEN_MS);
      const faulty = session.xs2a.told.find(({ fault }) => fault !== undefined);
      demand(faulty === undefined, `${faulty?.subject}: ${faulty?.fault}`);
      return `${session.xs2a.told.length} messages`;
    },
  },
];
