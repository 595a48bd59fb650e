import { linksOf } from '@xs2a/client';
import { EDITIONS, type EndpointKey } from '@xs2a/contracts';
import { type Check, expectSame, Mismatch } from '../check.ts';
import { firstOf, type Missing, needsFunds, needsPsu, offering, unlessOffered } from '../checks/offered-features.ts';
import { dayAhead, standingOrder } from '../orders.ts';
import type { Sent, TestContext } from '../test-context.ts';

type Body = Readonly<Record<string, unknown>>;

const PERIOD = 'bookingStatus=booked&dateFrom=2020-01-01';
const CARD_TRANSACTION_ID_MAX = 35;

const answer = (endpoint: EndpointKey, name: string, row: Pick<Check, 'rule' | 'how' | 'run' | 'missing'>): Check => ({
  ...row,
  id: `answers.${endpoint}.${name}`,
  group: 'answers',
  endpoint,
  missing: firstOf(offering(endpoint), row.missing),
});

async function read(context: TestContext, ask: string, sent: Sent = {}): Promise<Body> {
  const { status, body, text } = await context.ask(ask, { consent: 'readAll', ...sent });
  if (status !== 200) throw new Mismatch(`${ask} answers ${status}: ${text.slice(0, 200)}`);
  return body;
}

const listIn = (body: Body, ...path: readonly string[]): readonly Body[] =>
  (path.reduce<unknown>((at, name) => (at as Body | undefined)?.[name], body) ?? []) as readonly Body[];

/** Sends a funds confirmation for a small amount on the given account or card, and expects this status. */
async function question(context: TestContext, named: object, expected: number, consent?: string): Promise<Body> {
  const { facts } = context;
  const instructedAmount = { currency: facts.currency, amount: facts.amounts.small };
  const body = { ...named, instructedAmount };
  const sent = { body, ...(consent !== undefined && { consent }) };
  const { status, body: said, text } = await context.ask('POST /v1/funds-confirmations', sent);
  if (status !== expected) throw new Mismatch(`answers ${status}, expected ${expected}: ${text.slice(0, 200)}`);
  return said;
}

const needsStandingOrders: Missing = ({ profile }) =>
  unlessOffered((profile.products['periodic-payments'] ?? []).length > 0, 'no standing orders are offered');

/** Checks of details on which clients fail: lengths, formats and lists of accounts, cards and funds. */
export const ACCOUNT_CHECKS: readonly Check[] = [
  answer('getCardAccount', 'balances', {
    rule: 'the list of card accounts has their balances whenever granted, without a parameter',
    how: 'GET /v1/card-accounts',
    run: async (context) => {
      for (const card of listIn(await read(context, 'GET /v1/card-accounts'), 'cardAccounts')) {
        if (!Array.isArray(card['balances'])) throw new Mismatch('a card account has no balances');
      }
    },
  }),
  answer('getCardAccountTransactionList', 'cardTransactionId', {
    rule: 'cardTransactionId has at most 35 characters (Implementation Guidelines, Card Transactions)',
    how: 'GET /v1/card-accounts/{card}/transactions',
    run: async (context) => {
      const body = await read(context, `GET /v1/card-accounts/{card}/transactions?${PERIOD}`);
      for (const { cardTransactionId } of listIn(body, 'cardTransactions', 'booked')) {
        if (String(cardTransactionId).length > CARD_TRANSACTION_ID_MAX) throw new Mismatch(String(cardTransactionId));
      }
    },
  }),
  answer('getTransactionList', 'remittanceInformation', {
    rule: 'remittance texts have at most 140 characters, a reference is object or text by the edition (Implementation Guidelines, Transactions; decision 55)',
    how: 'GET /v1/accounts/{account}/transactions',
    run: async (context) => {
      const body = await read(context, `GET /v1/accounts/{account}/transactions?${PERIOD}`);
      for (const entry of listIn(body, 'transactions', 'booked')) {
        const { remittanceInformationUnstructured: text = '', remittanceInformationStructured: reference } = entry;
        if (Array.from(String(text)).length > 140) throw new Mismatch('a text is longer');
        if (reference === undefined) continue;
        const form = EDITIONS[context.profile.edition].structuredReference === 'text' ? 'string' : 'object';
        expectSame('the form of a reference', typeof reference, form);
      }
    },
  }),
  answer('getTransactionList', 'dayOfExecution', {
    rule: 'dayOfExecution of a standing order is 1 to 31, without a leading zero',
    how: 'GET /v1/accounts/{account}/transactions?bookingStatus=information',
    missing: ({ profile }) =>
      unlessOffered(profile.bookingStatuses.includes('information'), 'standing orders are not listed'),
    run: async (context) => {
      const body = await read(context, 'GET /v1/accounts/{account}/transactions?bookingStatus=information');
      if (/"dayOfExecution":"0/.test(JSON.stringify(body))) throw new Mismatch('a day has a leading zero');
    },
  }),
  answer('getPaymentInformation', 'dayOfExecution', {
    rule: 'dayOfExecution may be sent with a leading zero and is answered without one',
    how: 'POST {periodic}, GET its content',
    missing: needsStandingOrders,
    run: async (context) => {
      const order = standingOrder(context, { dayOfExecution: '05', endDate: dayAfterMonths(dayAhead(3)) });
      const made = await context.ask('POST {periodic}', { body: order });
      const { paymentId = '' } = made.body as { paymentId?: string };
      const { body } = await context.ask(`GET {periodic}/${paymentId}`);
      expectSame('dayOfExecution', body['dayOfExecution'], '5');
    },
  }),
  answer('getTransactionDetails', 'counted', {
    rule: 'accesses to details are counted separately for each transaction (decision 18)',
    how: 'details of two transactions under a one-off consent; the first once more',
    missing: needsPsu('private'),
    run: async (context) => {
      const sent = { consent: 'usedOnce' };
      const listed = await context.ask(`GET /v1/accounts/{account}/transactions?${PERIOD}`, sent);
      const [one, other] = listIn(listed.body, 'transactions', 'booked').map((entry) => entry['transactionId']);
      const details = async (id: unknown) =>
        (await context.ask(`GET /v1/accounts/{account}/transactions/${String(id)}`, sent)).status;
      expectSame('the answers', [await details(one), await details(other), await details(one)], [200, 200, 429]);
    },
  }),
  answer('getBalances', 'once', {
    rule: 'a one-off consent permits one access to each address (decision 18)',
    how: 'GET /v1/accounts/{account}/balances and GET /v1/accounts, each twice under one one-off consent',
    missing: needsPsu('private'),
    run: async (context) => {
      const sent = { consent: 'usedForBalances' };
      const addresses = ['/v1/accounts/{account}/balances', '/v1/accounts', '/v1/accounts/{account}/balances'];
      const statuses: number[] = [];
      for (const address of [...addresses, '/v1/accounts'])
        statuses.push((await context.ask(`GET ${address}`, sent)).status);
      expectSame('the answers', statuses, [200, 200, 429, 429]);
    },
  }),
  answer('getTrustedBeneficiariesList', 'ofOneAccount', {
    rule: 'an entry has its debtorAccount; accountId selects the entries of one account, as in the link of the account (decision 81)',
    how: 'GET /v1/accounts, its link trustedBeneficiaries, and an unknown accountId',
    missing: needsPsu('private'),
    run: async (context) => {
      const sent = { consent: 'trusting' };
      const [listed] = listIn((await context.ask('GET /v1/accounts', sent)).body, 'accounts');
      const href = linksOf({ body: listed ?? {} })['trustedBeneficiaries']?.href ?? '';
      const id = String(listed?.['resourceId']);
      expectSame('the link', href.endsWith(`/v1/trusted-beneficiaries?account-id=${encodeURIComponent(id)}`), true);
      const ofOne = await read(context, `GET /v1/trusted-beneficiaries?account-id=${id}`, sent);
      for (const entry of listIn(ofOne, 'trustedBeneficiaries')) {
        const { iban } = (entry['debtorAccount'] ?? {}) as { iban?: string };
        expectSame('debtorAccount', iban, context.facts.accounts.private);
      }
      const { status } = await context.ask('GET /v1/trusted-beneficiaries?accountId={unknown}', sent);
      expectSame('of an unknown account', status, 404);
    },
  }),
  answer('consentConfirmationOfFundsGetScaStatus', 'psuMessage', {
    rule: 'the status has no psuMessage (Confirmation of Funds Consent, SCA Status Response)',
    how: 'GET /v2/consents/confirmation-of-funds/{funds}/authorisations/{fundsSca}',
    run: async (context) => {
      const ask = 'GET /v2/consents/confirmation-of-funds/{funds}/authorisations/{fundsSca}';
      expectSame('psuMessage', (await context.ask(ask)).body['psuMessage'], undefined);
    },
  }),
  answer('checkAvailabilityOfFunds', 'cardNumber', {
    rule: 'a card number alone identifies the account it was registered for, in any notation',
    how: 'POST /v1/funds-confirmations with a card number, with and without a consent; with an unknown one',
    missing: needsFunds,
    run: async (context) => {
      const { cardNumber, cardNumberUnknown } = context.facts;
      await context.value('fundsOfCard');
      const written = cardNumber.replaceAll(/(.{4})(?=.)/g, '$1 ');
      for (const consent of [undefined, 'fundsOfCard']) {
        const said = await question(context, { cardNumber: written }, 200, consent);
        expectSame(
          'fundsAvailable',
          typeof said['fundsAvailable'],
          context.profile.wireStyle === 'text' ? 'string' : 'boolean',
        );
        const refused = await question(context, { cardNumber: cardNumberUnknown }, 400, consent);
        expectSame('the code', listIn(refused, 'tppMessages')[0]?.['code'] ?? refused['code'], 'CARD_INVALID');
      }
    },
  }),
  answer('checkAvailabilityOfFunds', 'Consent-ID', {
    rule: 'a consent to account information is ignored: it does not cover funds confirmations',
    how: 'POST /v1/funds-confirmations with the Consent-ID of one',
    missing: needsFunds,
    run: async (context) => {
      await context.value('fundsValid');
      await question(context, { account: { iban: context.facts.accounts.private } }, 200, 'readAll');
    },
  }),
  answer('getAccountList', 'ownerName', {
    rule: 'the name of an owner is returned only if its PSU approved that, or as in the profile',
    how: 'GET /v1/accounts under a consent that did not ask for it',
    run: async (context) => {
      if (context.profile.ownerNames === 'always') return;
      for (const account of listIn(await read(context, 'GET /v1/accounts'), 'accounts')) {
        expectSame('ownerName', account['ownerName'], undefined);
      }
    },
  }),
];

/** Returns a last day that leaves time for executions. */
function dayAfterMonths(start: string): string {
  return new Date(Date.parse(start) + 100 * 86_400_000).toISOString().slice(0, 10);
}
