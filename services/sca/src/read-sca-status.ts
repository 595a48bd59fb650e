import { type readScaStatus as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import type { ScaRoom } from './room.ts';

/** The scaStatus, for the TPP of the parent alone; foreign and unknown are one answer. */
export async function readScaStatus(
  room: ScaRoom,
  { tpp, parent, authorisationId }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const ofParent = Object.fromEntries(Object.entries(parent).map(([field, value]) => [`parent.${field}`, value]));
  const authorisation = await room.authorisations.findOne(
    { ...ofParent, _id: authorisationId, tppId: tpp.id },
    { projection: { scaStatus: 1 } },
  );
  if (authorisation === null) throw new Xs2aError('authorisationUnknown');
  return { scaStatus: authorisation.scaStatus };
}
