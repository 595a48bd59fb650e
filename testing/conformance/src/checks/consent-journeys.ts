import { type ConsentStatus } from '@xs2a/contracts';
import { approved, consentFor } from '../sca-preferences.ts';
import { statusOf } from '../test-context.ts';
import {
  access,
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
import { firstOf, type Missing, needsPortal, needsPsu, unlessOffered } from './offered-features.ts';

const consentJourney = (
  name: string,
  rule: string,
  events: readonly string[],
  run: Journey['run'],
  missing?: Missing,
): Journey => ({
  machine: 'consent',
  name,
  rule: `${rule} (Implementation Guidelines, Consent Status)`,
  from: 'received' satisfies ConsentStatus,
  events,
  missing: firstOf(authorisable, missing),
  run,
});

export const CONSENT_JOURNEYS: readonly Journey[] = [
  consentJourney(
    'granted, given back',
    'a TPP gives back what it was granted',
    ['authorised', 'terminated'],
    async (context, note) => {
      const made = await consentFor(context, access(context));
      await approve(context, made, note, 'valid', context.psu('private'));
      await context.client.deleteConsent({ path: { consentId: made.body.consentId } });
      note(await statusOf(context, made));
    },
  ),
  consentJourney(
    'given back before',
    'a TPP gives back what was not granted yet',
    ['terminated'],
    async (context, note) => {
      const made = await consentFor(context, access(context));
      note(await statusOf(context, made));
      await context.client.deleteConsent({ path: { consentId: made.body.consentId } });
      note(await statusOf(context, made));
    },
  ),
  consentJourney(
    'not granted',
    'a PSU that cannot authorise grants nothing',
    ['refused'],
    async (context, note) => {
      const made = await consentFor(context, { availableAccounts: 'allAccounts' });
      await approve(context, made, note, 'rejected', context.psu('withoutMethod'));
    },
    firstOf(embedded, needsPsu('withoutMethod'), ({ profile }) =>
      unlessOffered(profile.consentModels.includes('availableAccounts'), 'availableAccounts is not offered'),
    ),
  ),
  consentJourney(
    'granted by two',
    'what concerns the account of a company is granted by both signers',
    ['partlyAuthorised', 'authorised'],
    async (context, note) => {
      const made = await consentFor(context, { balances: [companyAccount(context)] });
      await approve(context, made, note, 'partiallyAuthorised', context.psu('firstSigner'));
      await approve(context, made, note, 'valid', context.psu('secondSigner'));
    },
    twoSigners,
  ),
  consentJourney(
    'given back between two',
    'a consent that one of two granted can be given back',
    ['partlyAuthorised', 'terminated'],
    async (context, note) => {
      const made = await consentFor(context, { balances: [companyAccount(context)] });
      await approve(context, made, note, 'partiallyAuthorised', context.psu('firstSigner'));
      await context.client.deleteConsent({ path: { consentId: made.body.consentId } });
      note(await statusOf(context, made));
    },
    twoSigners,
  ),
  consentJourney(
    'declined by the second',
    'a consent that one of two declines is rejected',
    ['partlyAuthorised', 'refused'],
    async (context, note) => {
      const made = await consentFor(context, { balances: [companyAccount(context)] });
      await approve(context, made, note, 'partiallyAuthorised', context.psu('firstSigner'));
      await decline(context, made, context.psu('secondSigner'));
      await watch(context, made, note, 'rejected');
    },
    firstOf(twoSigners, declinable),
  ),
  consentJourney(
    'superseded',
    'a new recurring consent ends the one before (decision 17)',
    ['authorised', 'superseded'],
    async (context, note) => {
      const recurring = { recurringIndicator: true, frequencyPerDay: 4 };
      const made = await consentFor(context, { balances: [{ iban: context.account('poor') }] }, recurring);
      await approve(context, made, note, 'valid', context.psu('poor'));
      await approved(
        context,
        await consentFor(context, { balances: [{ iban: context.account('poor') }] }, recurring),
        'poor',
      );
      await watch(context, made, note, 'expired');
    },
    needsPsu('poor'),
  ),
  consentJourney(
    'withdrawn by the PSU',
    'a PSU withdraws at its bank what it granted',
    ['authorised', 'revoked'],
    async (context, note) => {
      const made = await consentFor(context, access(context));
      await approve(context, made, note, 'valid', context.psu('private'));
      await context.psuSide.withdraw(context.psu('private'), made.body.consentId);
      await watch(context, made, note, 'revokedByPsu');
    },
    needsPortal,
  ),
];
