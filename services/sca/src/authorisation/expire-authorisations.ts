import { SCA_STATUS_MACHINE, statusesBefore } from '@xs2a/contracts';
import { isStopping, ofThisClock } from '@xs2a/service-kit';
import type { ScaContext } from '../context.ts';
import { endAuthorisation } from './end-authorisation.ts';

const BATCH = 200;

/** Fails authorisations whose time is over; their parents are rejected with them. Returns how many. */
export async function expireAuthorisations(
  context: Pick<ScaContext, 'authorisations' | 'outbox' | 'now'>,
): Promise<number> {
  const scaStatus = { $in: statusesBefore(SCA_STATUS_MACHINE, 'failed') };
  const due = { scaStatus, openUntil: { $lte: context.now() }, ...ofThisClock() };
  const overdue = await context.authorisations.find(due).limit(BATCH).toArray();
  for (const authorisation of overdue) {
    if (isStopping()) break;
    await endAuthorisation(context, authorisation, 'failed', 'sca');
  }
  return overdue.length;
}
