import { type Answer, linksOf } from '@xs2a/client';
import { type TransactionStatus } from '@xs2a/contracts';
import { type Psu } from '../facts.ts';
import { dayAhead } from '../orders.ts';
import { EMBEDDED, pay } from '../wishes.ts';
import { statusOf, type World } from '../world.ts';
import { approve, companyAccount, declineOnDevice, embedded, twoSigners, type Walk, watch } from './walk.ts';
import { firstOf, lacking, type Missing, needsPsu } from './what-is-offered.ts';

const paymentWalk = (
  name: string,
  rule: string,
  events: readonly string[],
  walk: Walk['walk'],
  missing?: Missing,
): Walk => ({
  machine: 'payment',
  name,
  rule: `${rule} (field guide 1.2)`,
  from: 'RCVD' satisfies TransactionStatus,
  events,
  missing: firstOf(embedded, missing),
  walk,
});

const LATER = (): object => ({ requestedExecutionDate: dayAhead(3) });
/** What an authorised payment is, by the style of the profile; rows below are those of `profile`. */
const styled: Missing = ({ profile }) =>
  lacking(profile.transactionStatusStyle === 'profile', `the status style is ${profile.transactionStatusStyle}`);
const DONE = ['authorised', 'profileChecked'];

async function cancel(world: World, made: Answer<'initiatePayment'>, who: Psu): Promise<void> {
  const { paymentId } = made.body;
  const path = { paymentService: 'payments', paymentProduct: world.product, paymentId } as const;
  const asked = await world.client.cancelPayment({ path, headers: EMBEDDED });
  if (Object.keys(linksOf(asked)).some((name) => name.startsWith('start'))) await world.psuSide.finish(asked, who);
}

export const PAYMENT_WALKS: readonly Walk[] = [
  paymentWalk(
    'executed',
    'an approved payment is executed',
    [...DONE, 'settling', 'settled'],
    async (world, note) => {
      await approve(world, await pay(world), note, 'ACSC', world.psu('private'));
    },
    styled,
  ),
  paymentWalk(
    'of a later day, cancelled',
    'a payment of a later day is cancelled by its PSU (8.3)',
    [...DONE, 'cancelled'],
    async (world, note) => {
      const made = await pay(world, LATER());
      await approve(world, made, note, 'ACCP', world.psu('private'));
      await cancel(world, made, world.psu('private'));
      await watch(world, made, note, 'CANC');
    },
    styled,
  ),
  paymentWalk(
    'of a Sunday',
    'a day without banking is moved to the next',
    ['authorised', 'changed'],
    async (world, note) => {
      const made = await pay(world, { requestedExecutionDate: dayAhead(0) });
      await approve(world, made, note, 'ACWC', world.psu('private'));
    },
    ({ profile }) => lacking(profile.nonBankingDay === 'shift', 'such days are refused'),
  ),
  paymentWalk(
    'of a Sunday, cancelled',
    'a payment that was moved is cancelled by its PSU',
    ['authorised', 'changed', 'cancelled'],
    async (world, note) => {
      const made = await pay(world, { requestedExecutionDate: dayAhead(0) });
      await approve(world, made, note, 'ACWC', world.psu('private'));
      await cancel(world, made, world.psu('private'));
      await watch(world, made, note, 'CANC');
    },
    ({ profile }) => lacking(profile.nonBankingDay === 'shift', 'such days are refused'),
  ),
  paymentWalk(
    'withdrawn before',
    'a TPP withdraws a payment that nobody approved',
    ['cancelled'],
    async (world, note) => {
      const made = await pay(world);
      note(await statusOf(world, made));
      await cancel(world, made, world.psu('private'));
      note(await statusOf(world, made));
    },
  ),
  paymentWalk(
    'not approved',
    'a payment of a PSU that cannot authorise is rejected',
    ['refused'],
    async (world, note) => {
      await approve(world, await pay(world), note, 'RJCT', world.psu('withoutMethod'));
    },
    needsPsu('withoutMethod'),
  ),
  paymentWalk(
    'of a company',
    'two signers: partly after the first',
    ['partlyAuthorised', ...DONE, 'settling', 'settled'],
    async (world, note) => {
      const made = await pay(world, { debtorAccount: companyAccount(world) });
      await approve(world, made, note, 'PATC', world.psu('firstSigner'));
      await approve(world, made, note, 'ACSC', world.psu('secondSigner'));
    },
    firstOf(twoSigners, styled),
  ),
  paymentWalk(
    'of a company, withdrawn',
    'a TPP withdraws what one of two approved',
    ['partlyAuthorised', 'cancelled'],
    async (world, note) => {
      const made = await pay(world, { debtorAccount: companyAccount(world) });
      await approve(world, made, note, 'PATC', world.psu('firstSigner'));
      await cancel(world, made, world.psu('firstSigner'));
      await watch(world, made, note, 'CANC');
    },
    twoSigners,
  ),
  paymentWalk(
    'of a company, declined',
    'one of two declines',
    ['partlyAuthorised', 'refused'],
    async (world, note) => {
      const made = await pay(world, { debtorAccount: companyAccount(world) });
      await approve(world, made, note, 'PATC', world.psu('firstSigner'));
      await declineOnDevice(world, made, world.psu('secondSigner'));
      await watch(world, made, note, 'RJCT');
    },
    twoSigners,
  ),
  paymentWalk(
    'without funds',
    'a payment waits for funds, and is cancelled',
    [...DONE, 'cancelled'],
    async (world, note) => {
      const made = await pay(world, tooMuch(world));
      await approve(world, made, note, 'ACCP', world.psu('poor'));
      await cancel(world, made, world.psu('poor'));
      await watch(world, made, note, 'CANC');
    },
    firstOf(needsPsu('poor'), styled, ({ profile }) =>
      lacking(profile.fundsCheck && profile.withoutFunds === 'wait', 'payments do not wait for funds'),
    ),
  ),
  paymentWalk(
    'without funds, rejected',
    'rejected, where the TPP prefers that',
    [...DONE, 'rejected'],
    async (world, note) => {
      const headers = { ...EMBEDDED, 'TPP-Rejection-NoFunds-Preferred': 'true' };
      await approve(world, await pay(world, tooMuch(world), headers), note, 'RJCT', world.psu('poor'));
    },
    firstOf(needsPsu('poor'), styled, ({ profile }) => lacking(profile.fundsCheck, 'funds are not checked')),
  ),
];

function tooMuch(world: World): object {
  const instructedAmount = { currency: world.facts.currency, amount: world.facts.amounts.tooMuch };
  return { instructedAmount, debtorAccount: { iban: world.account('poor') } };
}
