import { Xs2aError } from '@xs2a/contracts';
import { isDuplicateKey, secondsUntilRoom } from '@xs2a/service-kit';
import type { ScaContext } from '../context.ts';
import { hashToken } from '../session/token.ts';

type NamedContext = Pick<ScaContext, 'namedPsus' | 'profile' | 'now'>;

const HOUR_MS = 3_600_000;

interface Named {
  readonly tppId: string;
  readonly psuId: string;
}

const keyOf = ({ tppId, psuId }: Named): string => hashToken(JSON.stringify([tppId, psuId]));

/**
 * Counts a PSU-ID that a TPP names, before anything is done with it. This stops TPPs that try out PSU-IDs or passwords of many
 * PSUs, or prompt many devices (decision 38). Each PSU-ID counts once, for an hour, unless its PSU authenticates. It is stored
 * before it is counted, so that simultaneous requests do not exceed the limit.
 */
export async function countNamedPsu(context: NamedContext, named: Named): Promise<void> {
  const { unverifiedPsuIdsMax: max } = context.profile.limits;
  if (max === 0) return;
  const at = context.now();
  const { tppId } = named;
  const _id = keyOf(named);
  if (!(await isNew(context, { _id, tppId, forgetAt: new Date(at.getTime() + HOUR_MS) }, at))) return;
  const counted = { tppId, forgetAt: { $gt: at } };
  const retryAfterSeconds = await secondsUntilRoom(context.namedPsus, _id, counted, { max, at });
  if (retryAfterSeconds !== undefined) throw new Xs2aError('psuIdsExceeded', { retryAfterSeconds });
}

/** Stops counting a PSU-ID because its PSU has authenticated, or approved on its device. */
export async function forgetNamedPsu({ namedPsus }: Pick<ScaContext, 'namedPsus'>, named: Named): Promise<void> {
  await namedPsus.deleteOne({ _id: keyOf(named) });
}

/** Stores a PSU-ID. Returns false if it already counts. */
async function isNew(
  { namedPsus }: NamedContext,
  { _id, ...fields }: { _id: string; tppId: string; forgetAt: Date },
  at: Date,
): Promise<boolean> {
  try {
    // An expired entry that is not deleted yet is renewed.
    const stored = await namedPsus.updateOne({ _id, forgetAt: { $lte: at } }, { $set: fields }, { upsert: true });
    return stored.modifiedCount + stored.upsertedCount > 0;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}
