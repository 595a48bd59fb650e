import { readFileSync } from 'node:fs';
import { sandboxFiles } from '@xs2a/certificates';
import { signRequest } from '@xs2a/client';
import type { Seen } from '../black-box.ts';
import { type Check, expectSame, Mismatch } from '../check.ts';
import {
  firstOf,
  type Missing,
  needsCertificates,
  needsTpp,
  unlessGiven,
  unlessOffered,
} from '../checks/offered-features.ts';
import { consentBody, dayAhead, paymentOrder, standingOrder, wholeAccess } from '../orders.ts';
import { RETURN } from '../redirect-headers.ts';
import type { TestContext } from '../test-context.ts';
import type { AcceptedDeviation } from './accepted-deviation.ts';
import { FORMATS } from './formats.ts';

const CONSENT = 'POST /v1/consents';
const consentOf = (context: TestContext): object => consentBody(wholeAccess(context));

const text = (context: TestContext): string => JSON.stringify(consentOf(context));
const plain = (context: TestContext): Record<string, string> => ({
  'X-Request-ID': crypto.randomUUID(),
  'Content-Type': 'application/json',
  ...RETURN,
  ...context.identity(undefined),
});
/** Optional headers of a creation. */
const EMPTY = [
  'PSU-ID',
  'PSU-ID-Type',
  'PSU-Geo-Location',
  'PSU-Device-ID',
  'TPP-Redirect-Preferred',
  'TPP-Notification-URI',
  'Digest',
  'Signature',
  'TPP-Signature-Certificate',
];

function warnedOf({ body }: Seen): string[] {
  const { tppMessages = [] } = body as { tppMessages?: { category: string; path?: string }[] };
  return tppMessages.filter(({ category }) => category === 'WARNING').map(({ path = '' }) => path);
}

function expectWarned(seen: Seen, ...paths: string[]): void {
  expectSame('status', seen.status, 201);
  const missing = paths.filter((path) => !warnedOf(seen).includes(path));
  if (missing.length > 0) throw new Mismatch(`no warning names ${missing.join(', ')}`);
}

const offersModel =
  (model: 'allPsd2' | 'availableAccounts'): Missing =>
  ({ profile }) =>
    unlessOffered(profile.consentModels.includes(model), `${model} is not offered`);
const offersStandingOrders: Missing = ({ profile }) =>
  unlessOffered((profile.products['periodic-payments'] ?? []).length > 0, 'no standing orders are offered');

const emptyLists = (model: 'allPsd2' | 'availableAccounts'): AcceptedDeviation => ({
  name: `empty lists beside ${model}`,
  endpoint: 'createConsent',
  rule: `empty lists of accounts beside ${model} are ignored with a warning (decision 13)`,
  how: `${CONSENT} with ${model} and three empty lists`,
  missing: offersModel(model),
  run: async (context) => {
    const access = { [model]: 'allAccounts', accounts: [], balances: [], transactions: [] };
    const body = consentBody(access);
    expectWarned(await context.ask(CONSENT, { body }), 'access.accounts', 'access.balances', 'access.transactions');
  },
});

/** Standing orders with a frequency that ignores dayOfExecution. */
const dayBeside = (frequency: 'Daily' | 'Weekly' | 'EveryTwoWeeks'): AcceptedDeviation => ({
  name: `dayOfExecution beside ${frequency}`,
  endpoint: 'initiatePayment',
  rule: 'dayOfExecution beside Daily, Weekly and EveryTwoWeeks is ignored with a warning (decision 13)',
  how: `POST of a standing order with ${frequency} and dayOfExecution, and its content`,
  missing: offersStandingOrders,
  run: async (context) => {
    const change = { frequency, dayOfExecution: '5', startDate: dayAhead(3) };
    const made = await context.ask('POST {periodic}', { body: standingOrder(context, change) });
    expectWarned(made, 'dayOfExecution');
    const { body } = await context.ask(`GET {periodic}/${String(made.body['paymentId'])}`);
    expectSame('frequency', body['frequency'], frequency);
    expectSame('dayOfExecution', body['dayOfExecution'], undefined);
  },
});

/** A signed consent with the TPP's name of the algorithm. */
const signedAs = (kind: 'java' | 'unknown', outcome: 'taken' | 'said to be unknown'): AcceptedDeviation => ({
  name: `a signature algorithm, ${kind}`,
  endpoint: 'createConsent',
  rule: "Java's algorithm names are accepted; an unknown algorithm is refused as such (decision 26)",
  how: `${CONSENT}, signed, with the name of the algorithm ${outcome}`,
  missing: firstOf(needsCertificates, needsTpp('own')),
  run: async (context) => {
    const files = sandboxFiles(context.environment.certificates ?? '').tpp(context.facts.tpps.own ?? '', 'qseal');
    const [certificate, key] = [readFileSync(files.certificate, 'utf8'), readFileSync(files.key, 'utf8')];
    const body = text(context);
    const { profile } = context;
    // If the PSU is given, it is signed too.
    const named = profile.psuIdRequired && { 'PSU-ID': context.psu('private').psuId };
    const headers = new Headers({ ...plain(context), ...named });
    signRequest({ certificate, key }, { method: 'POST', url: new URL('/v1/consents', context.box.url), headers, body });
    const signature = (headers.get('Signature') ?? '').replace(/algorithm="(\w+)-sha(\d+)"/, (_, kindOfKey, bits) =>
      kind === 'java' ? `algorithm="SHA${bits}with${String(kindOfKey).toUpperCase()}"` : 'algorithm="SHA1withRSA"',
    );
    const seen = await context.box.ask('POST', '/v1/consents', { ...Object.fromEntries(headers), signature }, body);
    expectSame('status', seen.status, kind === 'java' ? 201 : 401);
    if (kind === 'unknown') expectSame('the text', /algorithm is unknown/.test(seen.text), true);
  },
});

/** An app whose scheme has no dot, if the bank is a sandbox. */
const app = (address: string): AcceptedDeviation => ({
  name: `an app with a scheme of one word: ${address}`,
  endpoint: 'createConsent',
  rule: 'the sandbox accepts an app whose scheme has no dot, with a warning (RFC 8252, 7.1; decision 37)',
  how: `${CONSENT} with TPP-Redirect-URI: ${address}`,
  missing: firstOf(
    ({ facts }) => unlessGiven(facts.tppHeader !== undefined, 'the bank is no sandbox'),
    ({ profile }) => unlessOffered(profile.redirectDomains !== 'refuse', 'the profile refuses it'),
  ),
  run: async (context) => {
    const headers = { 'TPP-Redirect-URI': address };
    expectWarned(await context.ask(CONSENT, { headers, body: consentOf(context) }), 'TPP-Redirect-URI');
  },
});

const TAKEN: readonly AcceptedDeviation[] = [
  ...['True', 'FALSE'].map(
    (value): AcceptedDeviation => ({
      name: `a boolean ${value}`,
      endpoint: 'createConsent',
      rule: 'booleans in headers are read in any case (decision 13)',
      how: `${CONSENT} with TPP-Explicit-Authorisation-Preferred: ${value}`,
      run: async (context) => {
        const headers = { 'TPP-Explicit-Authorisation-Preferred': value };
        expectSame('status', (await context.ask(CONSENT, { headers, body: consentOf(context) })).status, 201);
      },
    }),
  ),
  {
    name: 'null',
    endpoint: 'initiatePayment',
    rule: 'null in an optional field counts as absent (decision 13)',
    how: 'POST of a payment with null in optional fields',
    run: async (context) => {
      const body = { ...paymentOrder(context), creditorAgent: null, endToEndIdentification: null };
      expectSame('status', (await context.ask('POST {sepa}', { body })).status, 201);
    },
  },
  {
    name: 'empty headers',
    endpoint: 'createConsent',
    rule: 'an optional header that is empty counts as absent (decision 13)',
    how: `${CONSENT} with PSU-ID, PSU-Geo-Location, Signature and others empty`,
    run: async (context) => {
      const empty = Object.fromEntries(EMPTY.map((name) => [name, '']));
      const seen = await context.box.ask('POST', '/v1/consents', { ...plain(context), ...empty }, text(context));
      expectSame('status', seen.status, 201);
    },
  },
  {
    name: 'a boolean in a query',
    endpoint: 'getAccountList',
    rule: 'booleans in queries are read in any case (decision 13)',
    how: 'GET /v1/accounts?withBalance=TRUE',
    missing: ({ profile }) => unlessOffered(profile.balancesInLists, 'withBalance is not offered'),
    run: async (context) => {
      const seen = await context.ask('GET /v1/accounts?withBalance=TRUE', { consent: 'readAll' });
      expectSame('status', seen.status, 200);
    },
  },
  ...['status=SCA, PROCESS, LAST', 'whatever there is'].map(
    (wish): AcceptedDeviation => ({
      name: `a wish for notifications: ${wish}`,
      endpoint: 'createConsent',
      rule: 'no notification preference fails a request, known or not (decision 13)',
      how: `${CONSENT} with TPP-Notification-Content-Preferred: ${wish}`,
      run: async (context) => {
        const headers = { 'TPP-Notification-Content-Preferred': wish };
        expectSame('status', (await context.ask(CONSENT, { headers, body: consentOf(context) })).status, 201);
      },
    }),
  ),
  emptyLists('allPsd2'),
  emptyLists('availableAccounts'),
  dayBeside('Daily'),
  dayBeside('Weekly'),
  dayBeside('EveryTwoWeeks'),
  ...FORMATS,
  signedAs('java', 'taken'),
  signedAs('unknown', 'said to be unknown'),
  app('myapp://ok'),
  app('myapp:/ok'),
];

/** Checks of the accepted deviations of other makers' clients. */
export function toleranceChecks(): Check[] {
  return TAKEN.map(({ name, ...row }) => ({ ...row, id: `answers.taken: ${name}`, group: 'answers' }));
}
