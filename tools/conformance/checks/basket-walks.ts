import { EXPLICIT, pay, wishesOf } from '../wishes.ts';
import { statusOf, type World } from '../world.ts';
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

async function basketOf(world: World, change: object = {}) {
  const member = await pay(world, change, EXPLICIT);
  return world.client.createSigningBasket({ headers: wishesOf(world), body: { paymentIds: [member.body.paymentId] } });
}

export const BASKET_WALKS: readonly Walk[] = [
  basketWalk('approved', 'a basket is approved with one SCA', ['authorised'], async (world, note) => {
    await approve(world, await basketOf(world), note, 'ACTC', world.psu('private'));
  }),
  basketWalk('given up', 'a basket that nobody approved is deleted', ['cancelled'], async (world, note) => {
    const made = await basketOf(world);
    note(await statusOf(world, made));
    await world.client.deleteSigningBasket({ path: { basketId: made.body.basketId } });
    note(await statusOf(world, made));
  }),
  basketWalk('declined', 'a basket that the PSU declines is rejected', ['refused'], async (world, note) => {
    const made = await basketOf(world);
    note(await statusOf(world, made));
    await decline(world, made, world.psu('private'));
    await watch(world, made, note, 'RJCT');
  }),
  basketWalk(
    'of a company',
    'two signers: partly after the first',
    ['partlyAuthorised', 'authorised'],
    async (world, note) => {
      const made = await basketOf(world, { debtorAccount: companyAccount(world) });
      await approve(world, made, note, 'PATC', world.psu('firstSigner'));
      await approve(world, made, note, 'ACTC', world.psu('secondSigner'));
    },
    twoSigners,
  ),
  basketWalk(
    'of a company, declined',
    'one of two declines',
    ['partlyAuthorised', 'refused'],
    async (world, note) => {
      const made = await basketOf(world, { debtorAccount: companyAccount(world) });
      await approve(world, made, note, 'PATC', world.psu('firstSigner'));
      await decline(world, made, world.psu('secondSigner'));
      await watch(world, made, note, 'RJCT');
    },
    twoSigners,
  ),
];
