import {
  type AccessKind,
  type AccessRight,
  type useConsent as operation,
  type ReplyOf,
  type RequestOf,
  refersTo,
  Xs2aError,
} from '@xs2a/contracts';
import { bankDay } from '@xs2a/service-kit';
import { usesAfter } from './attended-uses.ts';
import type { Consent } from './consent.ts';
import { refuseUnusable } from './effective-status.ts';
import type { ConsentRoom } from './room.ts';

/** The right that each kind of read needs on its account (field guide 7.2). */
const RIGHT_FOR: Record<AccessKind, AccessRight> = {
  list: 'accounts',
  cardList: 'accounts',
  details: 'accounts',
  balances: 'balances',
  transactions: 'transactions',
  transactionDetails: 'transactions',
};

type Use = RequestOf<typeof operation>;

/**
 * The one decision on every read of account data: is the consent usable today, does it cover this account and kind, is an
 * access left. Only then is the access counted, in a write that decides; a refused read costs nothing.
 */
export async function useConsent(room: ConsentRoom, use: Use): Promise<ReplyOf<typeof operation>> {
  const at = room.now();
  const today = bankDay(at, room.profile);
  const consent = await room.consents.findOne({ _id: use.consentId });
  if (consent?.tppId !== use.tpp.id) throw new Xs2aError('consentIdHeaderUnknown', { path: 'Consent-ID' });
  refuseUnusable(room, consent);
  const rights = rightsOn(consent, use);
  if (use.counted) await count(room, consent, use, { at, today });
  return {
    psuId: consent.psuId ?? '',
    grants: consent.grants,
    rights,
    authorisedAt: (consent.authorisedAt ?? consent.authoriseUntil).toISOString(),
  };
}

function rightsOn({ grants }: Consent, { kind, account }: Use): AccessRight[] {
  if (kind === 'list' || kind === 'cardList') return [];
  const covering = account === undefined ? [] : grants.filter((grant) => refersTo(grant.account, account.reference));
  if (covering.length === 0) throw new Xs2aError('accountUnknown');
  const rights = [...new Set(covering.flatMap((grant) => grant.rights))];
  if (!rights.includes(RIGHT_FOR[kind])) throw new Xs2aError('consentLacksRight');
  return rights;
}

/** Counts accesses without the PSU by kind and account; of a one-off consent every access (field guide 7.3). */
async function count(
  room: ConsentRoom,
  consent: Consent,
  { kind, account, psuPresent }: Use,
  { at, today }: { at: Date; today: string },
): Promise<void> {
  if (psuPresent && consent.recurringIndicator) {
    room.attendedUses.note(consent._id, today, at);
    if (consent.lastActionDate !== today) {
      await room.consents.updateOne({ _id: consent._id }, { $set: { lastActionDate: today } });
    }
    return;
  }
  const day = consent.recurringIndicator ? today : 'ever';
  const key = account === undefined ? kind : `${kind}:${account.resourceId}`;
  const counted = await room.consents.updateOne(
    {
      _id: consent._id,
      consentStatus: 'valid',
      $or: [{ 'usage.day': { $ne: day } }, { [`usage.counts.${key}`]: { $not: { $gte: consent.frequencyPerDay } } }],
    },
    [{ $set: { lastActionDate: today, usage: { day, counts: countsAfter(day, key) }, uses: usesAfter(today, at, 1) } }],
  );
  if (counted.matchedCount === 1) return;
  const present = await room.consents.findOne({ _id: consent._id });
  if (present !== null) refuseUnusable(room, present);
  throw new Xs2aError('accessExceeded');
}

/** One more under this key; a new day begins with nothing counted. */
function countsAfter(day: string, key: string): object {
  const stored = { $ifNull: [`$usage.counts.${key}`, 0] };
  return {
    $cond: [
      { $eq: ['$usage.day', day] },
      { $mergeObjects: ['$usage.counts', { [key]: { $add: [stored, 1] } }] },
      { $literal: { [key]: 1 } },
    ],
  };
}
