import { SCA_STATUS_MACHINE, statusesBefore } from '@xs2a/contracts';
import { isStopping, matchScope } from '@xs2a/service-kit';
import type { ScaContext } from '../context.ts';
import { endAuthorisation } from './end-authorisation.ts';

const BATCH = 200;

/** Fails authorisations that have timed out; their parents are rejected with them. Returns their number. */
export async function expireAuthorisations(
  context: Pick<ScaContext, 'authorisations' | 'outbox' | 'now'>,
): Promise<number> {
  const scaStatus = { $in: statusesBefore(SCA_STATUS_MACHINE, 'failed') };
  const due = { scaStatus, openUntil: { $lte: context.now() }, ...matchScope() };
  const overdue = await context.authorisations.find(due).limit(BATCH).toArray();
  for (const authorisation of overdue) {
    if (isStopping()) break;
    await endAuthorisation(context, authorisation, 'failed', 'sca');
  }
  return overdue.length;
}
