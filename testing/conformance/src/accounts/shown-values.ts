import { type Answer, linksOf } from '@xs2a/client';
import { EDITIONS, type EndpointKey } from '@xs2a/contracts';
import { type Check, Mismatch } from '../check.ts';
import { firstOf, type Missing, needsPsu, offering, unlessGiven, unlessOffered } from '../checks/offered-features.ts';
import type { Facts } from '../facts.ts';
import { approved, consentFor, EMBEDDED, pay } from '../sca-preferences.ts';
import type { TestContext } from '../test-context.ts';

type Body = Readonly<Record<string, unknown>>;

const WEEKS_MS = 35 * 86_400_000;
const PAGES_MAX = 20;

const shown = (
  endpoint: EndpointKey,
  of: keyof Facts['shown'],
  row: Pick<Check, 'rule' | 'how' | 'run' | 'missing'>,
): Check => ({
  ...row,
  id: `answers.${endpoint}.values of ${of}`,
  group: 'answers',
  endpoint,
  missing: firstOf(
    offering(endpoint),
    ({ facts }) => unlessGiven(facts.shown[of] !== undefined, `the facts say nothing of ${of}`),
    row.missing,
  ),
});

/** Whether an answer contains all expected values, possibly among others. A bank may write numbers and booleans as text (decision 14). */
function has(answered: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return String(answered) === String(expected);
  if (typeof answered !== 'object' || answered === null) return false;
  if (Array.isArray(expected) && expected.length !== (answered as unknown[]).length) return false;
  return Object.entries(expected).every(([name, value]) => has((answered as Body)[name], value));
}

function expectShown(answered: readonly Body[], expected: readonly Body[], where: string): void {
  for (const values of expected) {
    if (answered.some((one) => has(one, values))) continue;
    throw new Mismatch(`${answered.length} ${where}, and none has ${JSON.stringify(values)}`);
  }
}

const listIn = (body: Body, ...path: readonly string[]): readonly Body[] =>
  (path.reduce<unknown>((at, name) => (at as Body | undefined)?.[name], body) ?? []) as readonly Body[];

async function read(context: TestContext, ask: string, headers: Record<string, string> = {}): Promise<Body> {
  const sent = headers['Consent-ID'] === undefined ? { consent: 'readAll' } : { headers };
  const { status, body, text } = await context.ask(ask, sent);
  if (status !== 200) throw new Mismatch(`${ask} answers ${status}: ${text.slice(0, 200)}`);
  return body;
}

/** Returns the booked entries of five weeks, page after page. */
async function booked(context: TestContext, list: string, name: string): Promise<Body[]> {
  const from = new Date(Date.now() - WEEKS_MS).toISOString().slice(0, 10);
  const entries: Body[] = [];
  let ask: string | undefined = `GET ${list}?bookingStatus=booked&dateFrom=${from}`;
  for (let page = 1; ask !== undefined && page <= PAGES_MAX; page++) {
    const body: Body = await read(context, ask);
    entries.push(...listIn(body, name, 'booked'));
    const links = (body[name] as Body | undefined)?.['_links'] as Record<string, { href: string }> | undefined;
    ask = links?.['next'] && `GET ${links['next'].href}`;
  }
  return entries;
}

/** The facts have the object; some banks answer only its reference (decision 55). */
function withReferenceAsText(entry: Body): Body {
  const { remittanceInformationStructured: remittance, ...others } = entry;
  if (remittance === undefined) return entry;
  return { ...others, remittanceInformationStructured: (remittance as Body)['reference'] };
}

const ibanOf = ({ facts }: TestContext) => facts.accounts.private;
const asOne = (values: Body | undefined): readonly Body[] => (values === undefined ? [] : [values]);

const needsNames: Missing = ({ profile }) =>
  unlessOffered(profile.ownerNames !== 'never', 'names of owners are not offered');
const needsOrders: Missing = ({ profile }) =>
  unlessOffered(profile.bookingStatuses.includes('information'), 'standing orders are not listed');
const needsEmbedded: Missing = ({ profile }) =>
  unlessOffered(profile.scaApproaches.includes('EMBEDDED'), 'the embedded approach is not offered');

/** Returns the answers up to a challenge by a method; the last one has the challenge. */
async function untilChallenge(context: TestContext, method: string): Promise<Answer[]> {
  const psu = { ...context.psu('private'), method };
  const answers: Answer[] = [await pay(context, {}, EMBEDDED)];
  for (;;) {
    const last = answers.at(-1) as Answer;
    const links = Object.keys(linksOf(last));
    const step = links.includes('authoriseTransaction') ? undefined : await context.psuSide.step(links, psu);
    if (step === undefined) return answers;
    answers.push(await context.client.followNamed(last, step.link, step.sent));
  }
}

const bodyOf = ({ body }: Answer): Body => (body ?? {}) as Body;

/** Checks that known data are answered value for value: account model of the guidelines, methods, challenges. */
export const SHOWN_VALUES: readonly Check[] = [
  shown('getAccountList', 'account', {
    rule: "the fields of an account are returned with the bank's values (Implementation Guidelines, Account Details)",
    how: 'GET /v1/accounts',
    run: async (context) => {
      const { accounts } = await read(context, 'GET /v1/accounts');
      const expected = { iban: ibanOf(context), ...context.facts.shown.account };
      expectShown(accounts as Body[], [expected], 'accounts');
    },
  }),
  shown('getAccountList', 'ownerName', {
    rule: 'the name of the owner is returned if its PSU approved that (Implementation Guidelines, Account Details)',
    how: 'GET /v1/accounts under a consent with additionalInformation.ownerName',
    missing: firstOf(needsNames, needsPsu('private')),
    run: async (context) => {
      const accounts = [{ iban: ibanOf(context) }];
      const created = await consentFor(context, { accounts, additionalInformation: { ownerName: accounts } });
      await approved(context, created, 'private');
      const { consentId } = bodyOf(created) as { consentId?: string };
      const body = await read(context, 'GET /v1/accounts', { 'Consent-ID': consentId ?? '' });
      expectShown(listIn(body, 'accounts'), [{ ownerName: context.facts.shown.ownerName }], 'accounts');
    },
  }),
  shown('getTransactionList', 'entries', {
    rule: "the fields of an entry are returned with the bank's values (Implementation Guidelines, Transactions)",
    how: 'GET /v1/accounts/{account}/transactions of five weeks',
    run: async (context) => {
      const entries = await booked(context, '/v1/accounts/{account}/transactions', 'transactions');
      const isText = EDITIONS[context.profile.edition].structuredReference === 'text';
      const expected = (context.facts.shown.entries ?? []).map((entry) =>
        isText ? withReferenceAsText(entry) : entry,
      );
      expectShown(entries, expected, 'entries');
    },
  }),
  shown('getTransactionList', 'standingOrders', {
    rule: 'standing orders are returned with their details (Implementation Guidelines, Additional Information Structured)',
    how: 'GET /v1/accounts/{account}/transactions?bookingStatus=information',
    missing: needsOrders,
    run: async (context) => {
      const body = await read(context, 'GET /v1/accounts/{account}/transactions?bookingStatus=information');
      const orders = listIn(body, 'transactions', 'information');
      expectShown(orders, context.facts.shown.standingOrders ?? [], 'standing orders');
    },
  }),
  shown('getCardAccountTransactionList', 'cardEntries', {
    rule: "the fields of a card entry are returned with the bank's values (Implementation Guidelines, Card Transactions)",
    how: 'GET /v1/card-accounts/{card}/transactions of five weeks',
    run: async (context) => {
      const entries = await booked(context, '/v1/card-accounts/{card}/transactions', 'cardTransactions');
      expectShown(entries, context.facts.shown.cardEntries ?? [], 'card entries');
    },
  }),
  shown('updatePaymentPsuData', 'method', {
    rule: 'methods are listed with version and explanation, and a challenge has picture, link and text (Authentication Object, Challenge)',
    how: 'POST a payment, embedded, up to the challenge',
    missing: firstOf(needsEmbedded, needsPsu('private')),
    run: async (context) => {
      const { method = {}, challenge = [] } = context.facts.shown;
      const id = method['authenticationMethodId'];
      const answers = (await untilChallenge(context, typeof id === 'string' ? id : '')).map(bodyOf);
      expectShown(
        answers.flatMap((body) => listIn(body, 'scaMethods')),
        [method],
        'methods',
      );
      const given = answers.at(-1) ?? {};
      expectShown(asOne(given['chosenScaMethod'] as Body | undefined), [method], 'chosen methods');
      const lacks = challenge.filter((field) => (given['challengeData'] as Body | undefined)?.[field] === undefined);
      if (lacks.length > 0) throw new Mismatch(`the challenge has no ${lacks.join(', ')}`);
    },
  }),
];
