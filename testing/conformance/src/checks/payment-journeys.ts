import { type Answer, linksOf } from '@xs2a/client';
import { type AspspProfile, type TransactionStatus } from '@xs2a/contracts';
import { type Psu } from '../facts.ts';
import { bulkMessage, day, dayAhead } from '../orders.ts';
import { pay, preferencesOf } from '../sca-preferences.ts';
import { statusOf, type TestContext } from '../test-context.ts';
import {
  approve,
  authorisable,
  companyAccount,
  declinable,
  decline,
  embedded,
  type Journey,
  twoSigners,
  watch,
} from './journey.ts';
import {
  bankingToday,
  firstOf,
  type Missing,
  needsBulks,
  needsPsu,
  unlessGiven,
  unlessOffered,
} from './offered-features.ts';

const paymentJourney = (
  name: string,
  rule: string,
  events: readonly string[],
  run: Journey['run'],
  missing?: Missing,
): Journey => ({
  machine: 'payment',
  name,
  rule: `${rule} (Implementation Guidelines, Transaction Status)`,
  from: 'RCVD' satisfies TransactionStatus,
  events,
  missing: firstOf(authorisable, missing),
  run,
});

const LATER = (): object => ({ requestedExecutionDate: dayAhead(3) });

type Style = AspspProfile['transactionStatusStyle'];
const styled =
  (...styles: Style[]): Missing =>
  ({ profile: { transactionStatusStyle: style } }) =>
    unlessOffered(styles.includes(style), `the status style is ${style}`);

/** Statuses of an authorised payment until its execution, by the style of the profile. */
const UNTIL_EXECUTED: Readonly<Record<Style, readonly string[]>> = {
  technical: ['authorised'],
  profile: ['authorised', 'profileChecked'],
  funds: ['authorised', 'profileChecked', 'fundsChecked'],
};
/** Status of a payment that waits for its execution day or for funds. */
const WAITING = [
  { name: '', styles: ['profile', 'funds'], events: UNTIL_EXECUTED.profile, status: 'ACCP' },
  { name: ', technical', styles: ['technical'], events: UNTIL_EXECUTED.technical, status: 'ACTC' },
] as const;

async function cancel(context: TestContext, made: Answer<'initiatePayment'>, who: Psu): Promise<void> {
  const { paymentId } = made.body;
  const path = { paymentService: 'payments', paymentProduct: context.product, paymentId } as const;
  const asked = await context.client.cancelPayment({ path, headers: preferencesOf(context) });
  if (Object.keys(linksOf(asked)).some((name) => name.startsWith('start'))) await context.psuSide.finish(asked, who);
}

export const PAYMENT_JOURNEYS: readonly Journey[] = [
  ...(Object.keys(UNTIL_EXECUTED) as Style[]).flatMap((style) => {
    const name = style === 'profile' ? '' : `, ${style}`;
    const executed = [...UNTIL_EXECUTED[style], 'settling', 'settled'];
    return [
      paymentJourney(
        `executed${name}`,
        'an approved payment is executed',
        executed,
        async (context, note) => {
          await approve(context, await pay(context), note, 'ACSC', context.psu('private'));
        },
        styled(style),
      ),
      paymentJourney(
        `of a company${name}`,
        'two signers: partly after the first',
        ['partlyAuthorised', ...executed],
        async (context, note) => {
          const made = await pay(context, { debtorAccount: companyAccount(context) });
          await approve(context, made, note, 'PATC', context.psu('firstSigner'));
          await approve(context, made, note, 'ACSC', context.psu('secondSigner'));
        },
        firstOf(twoSigners, styled(style)),
      ),
      paymentJourney(
        `of a bulk, partly refused${name}`,
        'a message of which some transfers are refused is executed in part (8.5)',
        [...UNTIL_EXECUTED[style], 'settling', 'partlySettled'],
        async (context, note) => {
          await approve(context, await createPartlyRefusedBulk(context), note, 'PART', context.psu('private'));
        },
        firstOf(needsBulks, styled(style), bankingToday, ({ facts }) =>
          unlessGiven(facts.amounts.beyond !== undefined, 'the facts name no amount that nobody has'),
        ),
      ),
    ];
  }),
  ...WAITING.flatMap(({ name, styles, events, status }) => [
    paymentJourney(
      `of a later day, cancelled${name}`,
      'a payment of a later day is cancelled by its PSU (8.3)',
      [...events, 'cancelled'],
      async (context, note) => {
        const made = await pay(context, LATER());
        await approve(context, made, note, status, context.psu('private'));
        await cancel(context, made, context.psu('private'));
        await watch(context, made, note, 'CANC');
      },
      styled(...styles),
    ),
    paymentJourney(
      `without funds${name}`,
      'a payment waits for funds, and is cancelled',
      [...events, 'cancelled'],
      async (context, note) => {
        const made = await pay(context, tooMuch(context));
        await approve(context, made, note, status, context.psu('poor'));
        await cancel(context, made, context.psu('poor'));
        await watch(context, made, note, 'CANC');
      },
      firstOf(styled(...styles), needsPsu('poor'), ({ profile }) =>
        unlessOffered(profile.fundsCheck && profile.withoutFunds === 'wait', 'payments do not wait for funds'),
      ),
    ),
    paymentJourney(
      `without funds, rejected${name}`,
      'rejected, where the TPP prefers that',
      [...events, 'rejected'],
      async (context, note) => {
        const headers = { ...preferencesOf(context), 'TPP-Rejection-NoFunds-Preferred': 'true' };
        await approve(context, await pay(context, tooMuch(context), headers), note, 'RJCT', context.psu('poor'));
      },
      firstOf(styled(...styles), needsPsu('poor'), ({ profile }) =>
        unlessOffered(profile.fundsCheck, 'funds are not checked'),
      ),
    ),
  ]),
  paymentJourney(
    'of a Sunday',
    'a day without banking is moved to the next',
    ['authorised', 'changed'],
    async (context, note) => {
      const made = await pay(context, { requestedExecutionDate: dayAhead(0) });
      await approve(context, made, note, 'ACWC', context.psu('private'));
    },
    ({ profile }) => unlessOffered(profile.nonBankingDay === 'shift', 'such days are refused'),
  ),
  paymentJourney(
    'of a Sunday, cancelled',
    'a payment that was moved is cancelled by its PSU',
    ['authorised', 'changed', 'cancelled'],
    async (context, note) => {
      const made = await pay(context, { requestedExecutionDate: dayAhead(0) });
      await approve(context, made, note, 'ACWC', context.psu('private'));
      await cancel(context, made, context.psu('private'));
      await watch(context, made, note, 'CANC');
    },
    ({ profile }) => unlessOffered(profile.nonBankingDay === 'shift', 'such days are refused'),
  ),
  paymentJourney(
    'withdrawn before',
    'a TPP withdraws a payment that nobody approved',
    ['cancelled'],
    async (context, note) => {
      const made = await pay(context);
      note(await statusOf(context, made));
      await cancel(context, made, context.psu('private'));
      note(await statusOf(context, made));
    },
  ),
  paymentJourney(
    'not approved',
    'a payment of a PSU that cannot authorise is rejected',
    ['refused'],
    async (context, note) => {
      await approve(context, await pay(context), note, 'RJCT', context.psu('withoutMethod'));
    },
    firstOf(embedded, needsPsu('withoutMethod')),
  ),
  paymentJourney(
    'of a company, withdrawn',
    'a TPP withdraws what one of two approved',
    ['partlyAuthorised', 'cancelled'],
    async (context, note) => {
      const made = await pay(context, { debtorAccount: companyAccount(context) });
      await approve(context, made, note, 'PATC', context.psu('firstSigner'));
      await cancel(context, made, context.psu('firstSigner'));
      await watch(context, made, note, 'CANC');
    },
    twoSigners,
  ),
  paymentJourney(
    'of a company, declined',
    'one of two declines',
    ['partlyAuthorised', 'refused'],
    async (context, note) => {
      const made = await pay(context, { debtorAccount: companyAccount(context) });
      await approve(context, made, note, 'PATC', context.psu('firstSigner'));
      await decline(context, made, context.psu('secondSigner'));
      await watch(context, made, note, 'RJCT');
    },
    firstOf(twoSigners, declinable),
  ),
];

function tooMuch(context: TestContext): object {
  const instructedAmount = { currency: context.facts.currency, amount: context.facts.amounts.tooMuch };
  return { instructedAmount, debtorAccount: { iban: context.account('poor') } };
}

/** Creates a bulk for today, with an executable transfer and one that exceeds all funds. */
function createPartlyRefusedBulk(context: TestContext): Promise<Answer<'initiatePayment'>> {
  const { small, beyond = '' } = context.facts.amounts;
  const paymentProduct = context.profile.products['bulk-payments']?.[0] ?? '';
  const path = { paymentService: 'bulk-payments', paymentProduct } as const;
  return context.client.initiatePayment({
    path,
    headers: preferencesOf(context),
    body: bulkMessage(context, [small, beyond], day(0)),
  });
}
