import { statusOf, type TestContext } from '../test-context.ts';
import { EXPLICIT, pay, wishesOf } from '../wishes.ts';
import { approve, authorisable, companyAccount, decline, twoSigners, type Walk, watch } from './walk.ts';
import { firstOf, type Missing, needsBaskets } from './what-is-offered.ts';

const basketWalk = (
  name: string,
  rule: string,
  events: readonly string[],
  walk: Walk['walk'],
  missing?: Missing,
): Walk => ({
  machine: 'basket',
  name,
  rule: `${rule} (decision 23)`,
  from: 'RCVD',
  events,
  missing: firstOf(needsBaskets, authorisable, missing),
  walk,
});

async function basketOf(context: TestContext, change: object = {}) {
  const member = await pay(context, change, EXPLICIT);
  return context.client.createSigningBasket({
    headers: wishesOf(context),
    body: { paymentIds: [member.body.paymentId] },
  });
}

export const BASKET_WALKS: readonly Walk[] = [
  basketWalk('approved', 'a basket is approved with one SCA', ['authorised'], async (context, note) => {
    await approve(context, await basketOf(context), note, 'ACTC', context.psu('private'));
  }),
  basketWalk('given up', 'a basket that nobody approved is deleted', ['cancelled'], async (context, note) => {
    const made = await basketOf(context);
    note(await statusOf(context, made));
    await context.client.deleteSigningBasket({ path: { basketId: made.body.basketId } });
    note(await statusOf(context, made));
  }),
  basketWalk('declined', 'a basket that the PSU declines is rejected', ['refused'], async (context, note) => {
    const made = await basketOf(context);
    note(await statusOf(context, made));
    await decline(context, made, context.psu('private'));
    await watch(context, made, note, 'RJCT');
  }),
  basketWalk(
    'of a company',
    'two signers: partly after the first',
    ['partlyAuthorised', 'authorised'],
    async (context, note) => {
      const made = await basketOf(context, { debtorAccount: companyAccount(context) });
      await approve(context, made, note, 'PATC', context.psu('firstSigner'));
      await approve(context, made, note, 'ACTC', context.psu('secondSigner'));
    },
    twoSigners,
  ),
  basketWalk(
    'of a company, declined',
    'one of two declines',
    ['partlyAuthorised', 'refused'],
    async (context, note) => {
      const made = await basketOf(context, { debtorAccount: companyAccount(context) });
      await approve(context, made, note, 'PATC', context.psu('firstSigner'));
      await decline(context, made, context.psu('secondSigner'));
      await watch(context, made, note, 'RJCT');
    },
    twoSigners,
  ),
];
