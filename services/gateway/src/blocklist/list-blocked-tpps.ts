import type { listBlockedTpps as listBlockedTppsOperation, ReplyOf } from '@xs2a/contracts';
import type { GatewayContext } from '../context.ts';

/** The blocks in force, each with its last decision. */
export async function listBlockedTpps({
  blockedTpps,
  now,
}: GatewayContext): Promise<ReplyOf<typeof listBlockedTppsOperation>> {
  const inForce = { status: 'blocked' as const, $or: [{ until: null }, { until: { $gt: now() } }] };
  const found = await blockedTpps.find(inForce).sort({ _id: 1 }).toArray();
  const tpps = found.map(({ _id, until, history }) => {
    const last = history.at(-1);
    return {
      tppId: _id,
      reason: last?.reason ?? '',
      by: last?.by ?? '',
      since: (last?.at ?? now()).toISOString(),
      ...(until !== null && { until: until.toISOString() }),
    };
  });
  return { tpps };
}
