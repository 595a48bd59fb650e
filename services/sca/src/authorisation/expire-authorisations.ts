import { SCA_STATUS_MACHINE, statusesBefore } from '@xs2a/contracts';
import type { ScaRoom } from '../context.ts';
import { endAuthorisation } from './end-authorisation.ts';

const BATCH = 200;

/** Fails authorisations whose window is over; their parents are rejected with them. Returns how many. */
export async function expireAuthorisations(room: ScaRoom): Promise<number> {
  const overdue = await room.authorisations
    .find({ scaStatus: { $in: statusesBefore(SCA_STATUS_MACHINE, 'failed') }, openUntil: { $lte: room.now() } })
    .limit(BATCH)
    .toArray();
  for (const authorisation of overdue) await endAuthorisation(room, authorisation, 'failed', 'sca');
  return overdue.length;
}
