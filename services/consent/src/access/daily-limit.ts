import { type AccessQuota, REPEATED_WITHIN_MS, type RequestOf, type useConsent, Xs2aError } from '@xs2a/contracts';
import { bankDay, currentContext, secondsToNextDay } from '@xs2a/service-kit';
import type { Document } from 'mongodb';
import type { ConsentContext } from '../context.ts';
import type { Consent } from '../model/consent.ts';
import { refuseUnusable } from '../model/effective-status.ts';
import { addUses } from '../usage/add-uses.ts';
import { countDetail, type DetailRead } from './count-detail.ts';
import { REPEATS_MAX } from './lost-answers.ts';

type Use = RequestOf<typeof useConsent>;
type Counted = Pick<Consent, 'usage' | 'frequencyPerDay' | 'recurringIndicator'>;

/** The counting day of a one-off consent: its limit is never renewed. */
const ONE_OFF_COUNTING_DAY = 'ever';

/**
 * Counts an access: without the PSU by kind of read and account, details by transaction, and under a one-off consent every access
 * (decision 18). The limit is the consent's frequencyPerDay, which its creation reduces to the profile's: four a day (RTS
 * 2018/389 Art. 36(5)(b)). The write that counts also checks the limit, so concurrent reads cannot exceed it. A request repeated
 * under its X-Request-ID is not counted again. Returns the remaining accesses; undefined if accesses are not limited.
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
  const day = consent.recurringIndicator ? today : ONE_OFF_COUNTING_DAY;
  const key = keyOf(use);
  const { requestId } = currentContext();
  if (use.transactionId !== undefined && use.account !== undefined) {
    const { account, transactionId } = use;
    return countDetailOf(
      context,
      consent,
      { day, accountId: account.resourceId, transactionId, requestId, at },
      counted,
    );
  }
  const access = { day, key, requestId, at };
  if (!counted) return quotaOf(context, consent, { at, day, key });
  const after = await context.consents.findOneAndUpdate(
    {
      _id: consent._id,
      consentStatus: 'valid',
      $or: [
        { 'usage.day': { $not: { $gte: day } } },
        { [`usage.counts.${key}`]: { $not: { $gte: consent.frequencyPerDay } } },
        { $expr: isRepeated(access) },
      ],
    },
    [
      {
        $set: {
          lastActionDate: today,
          usage: usageAfter(access),
          uses: addUses(today, at, { $cond: [isRepeated(access), 0, 1] }),
        },
      },
    ],
    { projection: { usage: 1, frequencyPerDay: 1, recurringIndicator: 1 }, returnDocument: 'after' },
  );
  if (after !== null) return quotaOf(context, after, { at, day, key });
  const present = await context.consents.findOne({ _id: consent._id });
  if (present === null) throw new Xs2aError('consentNotUsable');
  refuseUnusable(context, present);
  throw exceeded(consent, quotaOf(context, present, { at, day, key }));
}

/** Counts the details of one transaction separately, and records the use in the consent. */
async function countDetailOf(
  context: ConsentContext,
  consent: Consent,
  read: DetailRead,
  counted: boolean,
): Promise<AccessQuota> {
  const { isServed, accessQuota } = await countDetail(context, consent, read, counted);
  if (!isServed) throw exceeded(consent, accessQuota);
  if (counted) await noteAttendedUse(context, consent, { at: read.at, today: bankDay(read.at, context.profile) });
  return accessQuota;
}

function exceeded({ recurringIndicator }: Counted, accessQuota: AccessQuota): Xs2aError {
  const text = 'a one-off consent allows each read of an account, and the details of each transaction, once';
  return new Xs2aError('accessExceeded', { ...(!recurringIndicator && { text }), accessQuota });
}

/** Reads that the consent does not count are only recorded in it. */
async function noteAttendedUse(
  { attendedUses, consents }: ConsentContext,
  { _id, lastActionDate }: Consent,
  { at, today }: { at: Date; today: string },
): Promise<void> {
  attendedUses.note({ consentId: _id, day: today, at, times: 1 });
  if (lastActionDate !== today) await consents.updateOne({ _id }, { $set: { lastActionDate: today } });
}

/** Key of a separate access counter: each kind of list, and each kind of read of each account. */
function keyOf({ kind, account }: Use): string {
  return account === undefined ? kind : `${kind}:${account.resourceId}`;
}

function quotaOf(
  { profile }: Pick<ConsentContext, 'profile'>,
  { usage, frequencyPerDay: limit, recurringIndicator }: Counted,
  { at, day, key }: { at: Date; day: string; key: string },
): AccessQuota {
  const used = usage !== undefined && usage.day >= day ? (usage.counts[key] ?? 0) : 0;
  const remaining = Math.max(limit - used, 0);
  return { limit, remaining, ...(recurringIndicator && { resetSeconds: secondsToNextDay(at, profile) }) };
}

interface Access {
  readonly day: string;
  readonly key: string;
  readonly requestId: string;
  readonly at: Date;
}

/** Whether the latest access under this key was for the same request, a moment ago; a MongoDB expression. */
function isRepeated({ day, key, requestId, at }: Access): Document {
  const latest = `$usage.latest.${key}`;
  return {
    $and: [
      { $gte: ['$usage.day', day] },
      { $eq: [`${latest}.requestId`, { $literal: requestId }] },
      { $gt: [`${latest}.at`, new Date(at.getTime() - REPEATED_WITHIN_MS)] },
      { $lt: [`${latest}.repeats`, REPEATS_MAX] },
    ],
  };
}

/**
 * Returns the field `usage` after this access, as a MongoDB expression. A new day starts without counted accesses. A replica that
 * is still in the previous day counts under the new day, so each day begins once.
 */
function usageAfter(access: Access): Document {
  const { day, key, requestId, at } = access;
  const isSameDay = { $gte: ['$usage.day', day] };
  const ofSameDay = (field: string, own: Document): Document => ({
    $cond: [isSameDay, { $mergeObjects: [`$usage.${field}`, own] }, own],
  });
  const stored = (field: string): Document => ({ $cond: [isSameDay, { $ifNull: [`$usage.${field}`, 0] }, 0] });
  const repeated = isRepeated(access);
  return {
    day: { $max: ['$usage.day', day] },
    counts: ofSameDay('counts', { [key]: { $add: [stored(`counts.${key}`), { $cond: [repeated, 0, 1] }] } }),
    latest: ofSameDay('latest', {
      [key]: {
        requestId: { $literal: requestId },
        at: { $cond: [repeated, `$usage.latest.${key}.at`, at] },
        repeats: { $cond: [repeated, { $add: [stored(`latest.${key}.repeats`), 1] }, 0] },
      },
    }),
  };
}
