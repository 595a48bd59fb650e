import { advance, bankDay } from '@xs2a/service-kit';
import { CONSENTS } from './consent.ts';
import { oneOffSince } from './effective-status.ts';
import type { ConsentRoom } from './room.ts';

const BATCH = 500;

/** Writes down what the date has decided already: consents after their last day become `expired`. Returns how many. */
export async function expireConsents(room: ConsentRoom): Promise<number> {
  const at = room.now();
  const lapsed = await room.consents
    .find({ consentStatus: 'valid', validUntil: { $lt: bankDay(at, room.profile) } })
    .limit(BATCH)
    .toArray();
  for (const consent of lapsed) await advance(CONSENTS, room.consents, consent, 'lapsed', { at, by: 'consent' });
  return lapsed.length;
}

/** One-off consents whose short time of use is over become `expired`. Returns how many. */
export async function expireUsedUp(room: ConsentRoom): Promise<number> {
  const at = room.now();
  const usedUp = await room.consents
    .find({ consentStatus: 'valid', recurringIndicator: false, authorisedAt: { $lt: oneOffSince(at, room.profile) } })
    .limit(BATCH)
    .toArray();
  for (const consent of usedUp) await advance(CONSENTS, room.consents, consent, 'usedUp', { at, by: 'consent' });
  return usedUp.length;
}

/** Consents that nobody authorised in time become `rejected` (field guide 1.1). Returns how many. */
export async function rejectUnauthorised(room: ConsentRoom): Promise<number> {
  const at = room.now();
  const overdue = await room.consents
    .find({ consentStatus: 'received', authoriseUntil: { $lte: at } })
    .limit(BATCH)
    .toArray();
  for (const consent of overdue) await advance(CONSENTS, room.consents, consent, 'refused', { at, by: 'consent' });
  return overdue.length;
}
