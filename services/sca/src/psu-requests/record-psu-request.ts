import type { ReplyOf, RequestOf, recordPsuRequest as recordOperation } from '@xs2a/contracts';
import { createdEntry, currentContext } from '@xs2a/service-kit';
import type { ScaContext } from '../context.ts';
import { hashToken } from '../session/token.ts';

/** Records who requested a report or an erasure, when and why. */
export async function recordPsuRequest(
  { psuRequests, now }: Pick<ScaContext, 'psuRequests' | 'now'>,
  { kind, psuId, reason, by }: RequestOf<typeof recordOperation>,
): Promise<ReplyOf<typeof recordOperation>> {
  const id = crypto.randomUUID();
  const history = [createdEntry(kind, now(), by, currentContext().requestId, reason)];
  await psuRequests.insertOne({ _id: id, psu: hashToken(psuId), history });
  return { id };
}
