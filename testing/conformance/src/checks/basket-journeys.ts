import type { Psu } from '../facts.ts';
import { EXPLICIT, pay, preferencesOf } from '../sca-preferences.ts';
import { statusOf, type TestContext } from '../test-context.ts';
import {
  approve,
  authorisable,
  companyAccount,
  declinable,
  decline,
  type Journey,
  twoSigners,
  watch,
} from './journey.ts';
import { firstOf, type Missing, needsBaskets } from './offered-features.ts';

const basketJourney = (
  name: string,
  rule: string,
  events: readonly string[],
  run: Journey['run'],
  missing?: Missing,
): Journey => ({
  machine: 'basket',
  name,
  rule: `${rule} (decision 23)`,
  from: 'RCVD',
  events,
  missing: firstOf(needsBaskets, authorisable, missing),
  run,
});

async function basketOf(context: TestContext, change: object = {}, { psuId }: Psu = context.psu('private')) {
  const member = await pay(context, change, EXPLICIT);
  return context.client.createSigningBasket({
    headers: { ...preferencesOf(context), ...(context.profile.psuIdRequired && { 'PSU-ID': psuId }) },
    body: { paymentIds: [member.body.paymentId] },
  });
}

export const BASKET_JOURNEYS: readonly Journey[] = [
  basketJourney('approved', 'a basket is approved with one SCA', ['authorised'], async (context, note) => {
    await approve(context, await basketOf(context), note, 'ACTC', context.psu('private'));
  }),
  basketJourney('given up', 'a basket that nobody approved is deleted', ['cancelled'], async (context, note) => {
    const made = await basketOf(context);
    note(await statusOf(context, made));
    await context.client.deleteSigningBasket({ path: { basketId: made.body.basketId } });
    note(await statusOf(context, made));
  }),
  basketJourney(
    'declined',
    'a basket that the PSU declines is rejected',
    ['refused'],
    async (context, note) => {
      const made = await basketOf(context);
      note(await statusOf(context, made));
      await decline(context, made, context.psu('private'));
      await watch(context, made, note, 'RJCT');
    },
    declinable,
  ),
  basketJourney(
    'of a company',
    'two signers: partly after the first',
    ['partlyAuthorised', 'authorised'],
    async (context, note) => {
      const made = await basketOf(context, { debtorAccount: companyAccount(context) }, context.psu('firstSigner'));
      await approve(context, made, note, 'PATC', context.psu('firstSigner'));
      await approve(context, made, note, 'ACTC', context.psu('secondSigner'));
    },
    twoSigners,
  ),
  basketJourney(
    'of a company, declined',
    'one of two declines',
    ['partlyAuthorised', 'refused'],
    async (context, note) => {
      const made = await basketOf(context, { debtorAccount: companyAccount(context) }, context.psu('firstSigner'));
      await approve(context, made, note, 'PATC', context.psu('firstSigner'));
      await decline(context, made, context.psu('secondSigner'));
      await watch(context, made, note, 'RJCT');
    },
    firstOf(twoSigners, declinable),
  ),
];
