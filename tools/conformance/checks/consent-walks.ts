import { type ConsentStatus } from '@xs2a/contracts';
import { approved, consentFor } from '../wishes.ts';
import { statusOf } from '../world.ts';
import {
  access,
  approve,
  authorisable,
  companyAccount,
  decline,
  embedded,
  twoSigners,
  type Walk,
  watch,
} from './walk.ts';
import { firstOf, lacking, type Missing, needsPortal, needsPsu } from './what-is-offered.ts';

const consentWalk = (
  name: string,
  rule: string,
  events: readonly string[],
  walk: Walk['walk'],
  missing?: Missing,
): Walk => ({
  machine: 'consent',
  name,
  rule: `${rule} (Implementation Guidelines, Consent Status)`,
  from: 'received' satisfies ConsentStatus,
  events,
  missing: firstOf(authorisable, missing),
  walk,
});

export const CONSENT_WALKS: readonly Walk[] = [
  consentWalk(
    'granted, given back',
    'a TPP gives back what it was granted',
    ['authorised', 'terminated'],
    async (world, note) => {
      const made = await consentFor(world, access(world));
      await approve(world, made, note, 'valid', world.psu('private'));
      await world.client.deleteConsent({ path: { consentId: made.body.consentId } });
      note(await statusOf(world, made));
    },
  ),
  consentWalk('given back before', 'a TPP gives back what was not granted yet', ['terminated'], async (world, note) => {
    const made = await consentFor(world, access(world));
    note(await statusOf(world, made));
    await world.client.deleteConsent({ path: { consentId: made.body.consentId } });
    note(await statusOf(world, made));
  }),
  consentWalk(
    'not granted',
    'a PSU that cannot authorise grants nothing',
    ['refused'],
    async (world, note) => {
      const made = await consentFor(world, { availableAccounts: 'allAccounts' });
      await approve(world, made, note, 'rejected', world.psu('withoutMethod'));
    },
    firstOf(embedded, needsPsu('withoutMethod'), ({ profile }) =>
      lacking(profile.consentModels.includes('availableAccounts'), 'availableAccounts is not offered'),
    ),
  ),
  consentWalk(
    'granted by two',
    'what concerns the account of a company is granted by both signers',
    ['partlyAuthorised', 'authorised'],
    async (world, note) => {
      const made = await consentFor(world, { balances: [companyAccount(world)] });
      await approve(world, made, note, 'partiallyAuthorised', world.psu('firstSigner'));
      await approve(world, made, note, 'valid', world.psu('secondSigner'));
    },
    twoSigners,
  ),
  consentWalk(
    'given back between two',
    'a consent that one of two granted can be given back',
    ['partlyAuthorised', 'terminated'],
    async (world, note) => {
      const made = await consentFor(world, { balances: [companyAccount(world)] });
      await approve(world, made, note, 'partiallyAuthorised', world.psu('firstSigner'));
      await world.client.deleteConsent({ path: { consentId: made.body.consentId } });
      note(await statusOf(world, made));
    },
    twoSigners,
  ),
  consentWalk(
    'declined by the second',
    'a consent that one of two declines is rejected',
    ['partlyAuthorised', 'refused'],
    async (world, note) => {
      const made = await consentFor(world, { balances: [companyAccount(world)] });
      await approve(world, made, note, 'partiallyAuthorised', world.psu('firstSigner'));
      await decline(world, made, world.psu('secondSigner'));
      await watch(world, made, note, 'rejected');
    },
    twoSigners,
  ),
  consentWalk(
    'superseded',
    'a new recurring consent ends the one before (decision 17)',
    ['authorised', 'superseded'],
    async (world, note) => {
      const recurring = { recurringIndicator: true, frequencyPerDay: 4 };
      const made = await consentFor(world, { balances: [{ iban: world.account('poor') }] }, recurring);
      await approve(world, made, note, 'valid', world.psu('poor'));
      await approved(
        world,
        await consentFor(world, { balances: [{ iban: world.account('poor') }] }, recurring),
        'poor',
      );
      await watch(world, made, note, 'expired');
    },
    needsPsu('poor'),
  ),
  consentWalk(
    'withdrawn by the PSU',
    'a PSU withdraws at its bank what it granted',
    ['authorised', 'revoked'],
    async (world, note) => {
      const made = await consentFor(world, access(world));
      await approve(world, made, note, 'valid', world.psu('private'));
      await world.psuSide.withdraw(world.psu('private'), made.body.consentId);
      await watch(world, made, note, 'revokedByPsu');
    },
    needsPortal,
  ),
];
