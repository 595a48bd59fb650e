import { identifyPsu, type checkApprover as operation, type ReplyOf, type RequestOf } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import { approvalObstacle } from './approval-obstacle.ts';

/** A PSU that the bank no longer knows is refused at the next step. */
export async function checkApprover(
  { bus }: Pick<ScaContext, 'bus'>,
  { psu: { psuId, corporateId }, content }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const psu = await bus.ask(identifyPsu, { psuId, ...(corporateId !== undefined && { corporateId }) });
  const nobodyBefore = { content, namedPsu: undefined, namedCompany: undefined, psu: undefined, signedBy: [] };
  return { mayApprove: !psu.known || approvalObstacle(nobodyBefore, psu, psuId) === undefined };
}
