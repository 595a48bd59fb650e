import type { listBlockedTpps as listBlockedTppsOperation, ReplyOf } from '@xs2a/contracts';
import type { BlocklistContext } from './blocklist-context.ts';

/** Returns the blocks in force, each with its last decision. */
export async function listBlockedTpps({
  blockedTpps,
  now,
}: BlocklistContext): Promise<ReplyOf<typeof listBlockedTppsOperation>> {
  const inForce = { status: 'blocked' as const, $or: [{ until: null }, { until: { $gt: now() } }] };
  const found = await blockedTpps.find(inForce).sort({ _id: 1 }).toArray();
  const tpps = found.flatMap(({ _id, until, history }) => {
    const last = history.at(-1);
    if (last === undefined) return [];
    const { at, by, reason = '' } = last;
    return [{ tppId: _id, reason, by, since: at.toISOString(), ...(until !== null && { until: until.toISOString() }) }];
  });
  return { tpps };
}
