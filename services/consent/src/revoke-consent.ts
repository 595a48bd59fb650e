import { type revokeConsent as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import type { Consent } from './consent.ts';
import { endConsent } from './end-consent.ts';
import { accountConsents, type ConsentRoom } from './room.ts';

/** The PSU withdraws what it granted: with the answer no read is served any more. Withdrawn twice is withdrawn once. */
export function revokeConsent(
  room: ConsentRoom,
  { psuId, consentId }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  return endConsent(room, accountConsents(room), () => findGranted(room, psuId, consentId), 'revoked', 'psu');
}

/** A consent that this PSU granted; of another PSU, granted by nobody, and unknown are one answer. */
async function findGranted(room: ConsentRoom, psuId: string, consentId: string): Promise<Consent> {
  const consent = await room.consents.findOne({ _id: consentId, psuId });
  if (consent === null) throw new Xs2aError('resourceUnknown');
  return consent;
}
