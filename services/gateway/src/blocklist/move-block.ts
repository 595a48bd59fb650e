import { advance, createdEntry, currentContext, isDuplicateKey, retryOnConflict } from '@xs2a/service-kit';
import { BLOCKED_TPPS } from '../model/blocked-tpp.ts';
import type { BlocklistContext } from './blocklist-context.ts';

interface Decision {
  readonly by: string;
  readonly reason: string;
  readonly until: Date | null;
}

/** Stores a decision on a TPP with its history entry. Two simultaneous decisions are stored one after the other. */
export function moveBlock(
  { blockedTpps, now }: BlocklistContext,
  event: 'blocked' | 'unblocked',
  tppId: string,
  { by, reason, until }: Decision,
): Promise<object> {
  return retryOnConflict(async () => {
    const known = await blockedTpps.findOne({ _id: tppId });
    if (event === 'unblocked' && known?.status !== 'blocked') return {};
    if (known !== null) {
      return advance(BLOCKED_TPPS, blockedTpps, known, event, { at: now(), by, reason, set: { until } });
    }
    const history = [createdEntry('blocked', now(), by, currentContext().requestId, reason)];
    try {
      return await blockedTpps.insertOne({ _id: tppId, status: 'blocked', until, history });
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  });
}
