import { type AccessQuota, type RequestOf, type useConsent, Xs2aError } from '@xs2a/contracts';
import { bankDay, secondsToNextDay } from '@xs2a/service-kit';
import type { ConsentContext } from '../context.ts';
import type { Consent } from '../model/consent.ts';
import { refuseUnusable } from '../model/effective-status.ts';
import { usesAfter } from '../usage/uses-after.ts';

type Use = RequestOf<typeof useConsent>;
type Counted = Pick<Consent, 'usage' | 'frequencyPerDay' | 'recurringIndicator'>;

/** The day under which accesses of a one-off consent are counted: its limit never starts anew. */
const EVER = 'ever';

/**
 * Counts an access without the PSU, by kind of read and account, and of a one-off consent every access (decision 18). The
 * limit is the consent's frequencyPerDay, which its creation cuts to the profile's: four a day (RTS 2018/389 Art. 36(5)(b)).
 * The write that counts also decides whether an access is left, so concurrent reads cannot exceed the limit. Returns what is
 * left; undefined where accesses are not limited.
 */
export async function countAccess(
  context: ConsentContext,
  consent: Consent,
  use: Use,
  at: Date,
): Promise<AccessQuota | undefined> {
  const { psuPresent, counted } = use;
  const today = bankDay(at, context.profile);
  if (psuPresent && consent.recurringIndicator) {
    if (counted) await noteAttendedUse(context, consent, { at, today });
    return undefined;
  }
  const day = consent.recurringIndicator ? today : EVER;
  const key = keyOf(use);
  if (!counted) return quotaOf(context, consent, { at, day, key });
  const after = await context.consents.findOneAndUpdate(
    {
      _id: consent._id,
      consentStatus: 'valid',
      $or: [{ 'usage.day': { $ne: day } }, { [`usage.counts.${key}`]: { $not: { $gte: consent.frequencyPerDay } } }],
    },
    [{ $set: { lastActionDate: today, usage: { day, counts: countsAfter(day, key) }, uses: usesAfter(today, at, 1) } }],
    { projection: { usage: 1, frequencyPerDay: 1, recurringIndicator: 1 }, returnDocument: 'after' },
  );
  if (after !== null) return quotaOf(context, after, { at, day, key });
  const present = await context.consents.findOne({ _id: consent._id });
  if (present === null) throw new Xs2aError('consentNotUsable');
  refuseUnusable(context, present);
  throw new Xs2aError('accessExceeded', {
    ...(!consent.recurringIndicator && { text: 'a one-off consent allows each read of an account once' }),
    accessQuota: quotaOf(context, present, { at, day, key }),
  });
}

/** Reads with the PSU present are not limited; they are only noted. */
async function noteAttendedUse(
  { attendedUses, consents }: ConsentContext,
  { _id, lastActionDate }: Consent,
  { at, today }: { at: Date; today: string },
): Promise<void> {
  attendedUses.note(_id, today, at);
  if (lastActionDate !== today) await consents.updateOne({ _id }, { $set: { lastActionDate: today } });
}

/** What has a limit of its own: each kind of list, and each kind of read of each account. */
function keyOf({ kind, account }: Use): string {
  return account === undefined ? kind : `${kind}:${account.resourceId}`;
}

function quotaOf(
  { profile }: Pick<ConsentContext, 'profile'>,
  { usage, frequencyPerDay: limit, recurringIndicator }: Counted,
  { at, day, key }: { at: Date; day: string; key: string },
): AccessQuota {
  const used = usage?.day === day ? (usage.counts[key] ?? 0) : 0;
  const remaining = Math.max(limit - used, 0);
  return { limit, remaining, ...(recurringIndicator && { resetSeconds: secondsToNextDay(at, profile) }) };
}

/**
 * The counts after one more access under this key, as an expression of MongoDB. A new day starts with nothing counted.
 */
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
