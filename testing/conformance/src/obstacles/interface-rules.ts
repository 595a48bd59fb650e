import { expectSame, Mismatch } from '../check.ts';
import { needsFunds, needsTpp, unlessOffered } from '../checks/offered-features.ts';
import { dayAhead, paymentOrder } from '../orders.ts';
import { consentFor, pay } from '../sca-preferences.ts';
import { statusOf } from '../test-context.ts';
import type { Obstacle } from './obstacle.ts';

const READS_PER_DAY = 4;
/** Example of the registry of IBANs: an account outside Croatia, in SEPA. */
const FOREIGN_IBAN = 'DE89370400440532013000';

/** Services of the interface, compared with the own channel of the bank and with the law. */
export const INTERFACE_RULES: readonly Obstacle[] = [
  {
    id: 'orders of the own channel',
    rule: 'TPPs may initiate the kinds of orders that the PSU may give online',
    source: 'PSD2, Art. 66; PSR, Art. 36(4)(a) to (f)',
    how: 'the setting products',
    choice: ({ profile: { products } }) => {
      const offered = Object.entries(products).map(([service, list]) => `${service}: ${list.join(', ') || 'none'}`);
      return `compare with the own channel: ${offered.join('; ')}`;
    },
  },
  {
    id: 'cancellation',
    rule: 'an order of a later day can be cancelled',
    source: 'EBA-Op-2018-04, row 9; PSD2, Art. 64 and 80',
    how: 'DELETE of a payment of a later day',
    run: async (context) => {
      const made = await pay(context, { requestedExecutionDate: dayAhead(3) });
      const { status } = await context.ask(`DELETE {sepa}/${made.body.paymentId}`);
      expectSame('whether it is accepted', status === 202 || status === 204, true);
    },
  },
  {
    id: 'foreign accounts',
    rule: 'payees may have accounts of other countries in SEPA',
    source: 'Regulation (EU) 260/2012, Art. 9; PSR, Art. 44(1)(g)',
    how: 'a payment to a German account',
    missing: ({ product }) => unlessOffered(product === 'sepa-credit-transfers', 'SEPA payments are not offered'),
    run: async (context) => {
      const body = paymentOrder(context, { creditorAccount: { iban: FOREIGN_IBAN } });
      expectSame('status', (await context.ask('POST {sepa}', { body })).status, 201);
    },
  },
  {
    id: 'information about an order',
    rule: 'the TPP learns at once what the bank tells the PSU about its order',
    source: 'RTS 2018/389, Art. 36(1)(b)',
    how: 'a payment, and its status',
    run: async (context) => {
      const status = await statusOf(context, await pay(context));
      if (status === 'none') throw new Mismatch('the status of the payment says nothing');
    },
  },
  {
    id: 'yes or no on funds',
    rule: 'the bank confirms whether an amount is available',
    source: 'PSD2, Art. 65; RTS 2018/389, Art. 36(1)(c)',
    how: 'POST /v1/funds-confirmations under an approved consent',
    run: async (context) => {
      const unoffered = needsFunds(context);
      if (unoffered !== undefined) throw new Mismatch(unoffered.why);
      const { facts } = context;
      const instructedAmount = { currency: facts.currency, amount: facts.amounts.small };
      const body = { account: { iban: facts.accounts.private }, instructedAmount };
      const { body: answer } = await context.ask('POST /v1/funds-confirmations', { consent: 'fundsValid', body });
      expectSame('whether it is answered', /^(true|false)$/.test(String(answer['fundsAvailable'])), true);
    },
  },
  {
    id: 'errors explained',
    rule: 'an error tells its reason',
    source: 'RTS 2018/389, Art. 36(2)',
    how: 'a payment without an amount',
    run: async (context) => {
      const { status, text } = await context.ask('POST {sepa}', {
        body: { ...paymentOrder(context), instructedAmount: {} },
      });
      expectSame('status', status, 400);
      if (!text.includes('instructedAmount')) throw new Mismatch('the answer does not name the field');
    },
  },
  {
    id: 'four reads a day',
    rule: 'a TPP may read four times a day without the PSU',
    source: 'RTS 2018/389, Art. 36(5)(b)',
    how: 'a consent with frequencyPerDay 4, and its content',
    run: async (context) => {
      const access = { balances: [{ iban: context.facts.accounts.private }] };
      const wish = { recurringIndicator: true, frequencyPerDay: READS_PER_DAY };
      const { body } = await context.client.followNamed(await consentFor(context, access, wish), 'self');
      expectSame('frequencyPerDay', Number((body as { frequencyPerDay?: unknown }).frequencyPerDay), READS_PER_DAY);
    },
  },
  {
    id: 'roles of certificates',
    rule: 'a TPP acts within the roles of its certificate',
    source: 'RTS 2018/389, Art. 34',
    how: 'a payment of a TPP for account information alone',
    missing: needsTpp('accountsOnly'),
    run: async (context) => {
      const refused = await context.ask('POST {sepa}', { tpp: 'accountsOnly', body: paymentOrder(context) });
      expectSame('status', refused.status, 401);
    },
  },
  {
    id: 'history of the own channel',
    rule: 'entries reach as far back as the PSU sees them online',
    source: 'RTS 2018/389, Art. 36(1)(a)',
    how: 'the setting limits.historyDays',
    choice: ({ profile }) =>
      `limits.historyDays is ${profile.limits.historyDays}: set it to the span of the own channel`,
  },
  {
    id: 'name of the holder',
    rule: 'TPPs read the name of the account holder',
    source: 'PSR, Art. 36(3)',
    how: 'the setting ownerNames',
    choice: ({ profile }) => `ownerNames is ${profile.ownerNames}`,
  },
  {
    id: 'payee verified before an order',
    rule: 'TPPs may have the name of a payee verified before the order',
    source: 'PSR, Art. 36(4)(g)',
    how: 'POST /v1/payee-verifications',
    choice: ({ profile }) =>
      profile.payeeVerificationBeforeOrder
        ? undefined
        : 'payeeVerificationBeforeOrder is off: the PSU sees it with the order',
    run: async (context) => {
      const body = { partyAccount: { iban: context.facts.accounts.private }, party: { name: 'Ana' } };
      expectSame('status', (await context.ask('POST /v1/payee-verifications', { body })).status, 200);
    },
  },
  {
    id: 'news of an order',
    rule: 'the TPP is told about its order until it is executed',
    source: 'PSR, Art. 37(3)',
    how: 'the setting notifications',
    choice: ({ profile: { notifications } }) =>
      `notifications: ${notifications.contents.join(', ') || 'none, the TPP reads the status'}`,
  },
  {
    id: 'public documentation',
    rule: 'the technical specification is public, free of charge',
    source: 'RTS 2018/389, Art. 30(3)',
    how: 'GET /docs and /openapi.json without a certificate',
    run: async (context) => {
      for (const path of ['/docs', '/openapi.json']) {
        const { status } = await context.box.askAsIs('GET', path, { Accept: '*/*' });
        expectSame(path, status, 200);
      }
    },
  },
  {
    id: 'quarterly figures',
    rule: 'availability and performance are published',
    source: 'RTS 2018/389, Art. 32(4); EBA/GL/2018/07, 3; PSR, Art. 35(5)',
    how: 'GET /statistics.csv without a certificate',
    run: async (context) => {
      expectSame('status', (await context.box.askAsIs('GET', '/statistics.csv', { Accept: '*/*' })).status, 200);
    },
  },
  {
    id: 'as good as the own channel',
    rule: 'availability, performance and support are those of the own channel',
    source: 'RTS 2018/389, Art. 32(1) and (2)',
    how: 'compare the two in /statistics.csv',
    choice: () => 'feed the figures of the own channel, and compare',
  },
  {
    id: 'fallback or exemption',
    rule: 'the bank has a fallback interface, or is exempted from it',
    source: 'RTS 2018/389, Art. 33(4) and (6)',
    how: 'the decision of the authority',
    choice: () => 'this interface has no fallback: apply for the exemption',
  },
  {
    id: 'notice of changes',
    rule: 'changes are announced three months ahead, two by the PSR',
    source: 'RTS 2018/389, Art. 30(4); PSR, Art. 35(4)',
    how: 'the announcements of the bank',
    choice: () => 'announce changes of profile and version in time',
  },
];
