import type { AuthorisationState, startAuthorisation as operation, RequestOf } from '@xs2a/contracts';
import { Xs2aError } from '@xs2a/contracts';
import { contentHashOf, createdAs, currentContext, isDuplicateKey } from '@xs2a/service-kit';
import type { Authorisation } from './authorisation.ts';
import type { ScaRoom } from './room.ts';
import { newToken } from './session-token.ts';

const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 60 * MS_PER_MINUTE;

/**
 * Creates an authorisation under the id that the owner of its parent chose. Asked again for the same id, it answers
 * what it answered first, so that a creation repeated after a lost answer hands out the same link.
 */
export async function startAuthorisation(
  room: ScaRoom,
  request: RequestOf<typeof operation>,
): Promise<AuthorisationState> {
  if (contentHashOf(request.content) !== request.contentHash)
    throw new Xs2aError('fieldInvalid', { path: 'contentHash' });
  const authorisation = newAuthorisation(room, request);
  try {
    await room.authorisations.insertOne(authorisation);
    return startedFrom(authorisation);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const stored = await room.authorisations.findOne({
      _id: request.authorisationId,
      requestedHash: request.contentHash,
    });
    if (stored === null) throw new Xs2aError('statusConflict', { cause: error });
    return startedFrom(stored);
  }
}

function newAuthorisation(room: ScaRoom, request: RequestOf<typeof operation>): Authorisation {
  const at = room.now();
  const { redirectLinkMinutes, authorisationHours } = room.profile.limits;
  const { redirectUri, nokRedirectUri } = request.wishes;
  return {
    _id: request.authorisationId,
    tppId: request.tpp.id,
    tppName: request.tpp.name ?? request.tpp.id,
    parent: request.parent,
    content: request.content,
    contentHash: request.contentHash,
    requestedHash: request.contentHash,
    ...(request.psu && { namedPsu: request.psu }),
    ...(redirectUri !== undefined && { redirectUri }),
    ...(nokRedirectUri !== undefined && { nokRedirectUri }),
    scaApproach: request.scaApproach,
    signedBy: request.signedBy,
    // Also with a named PSU: it has shown nothing yet (interface 3).
    scaStatus: 'received',
    redirectReference: newToken(),
    linkUntil: new Date(at.getTime() + redirectLinkMinutes * MS_PER_MINUTE),
    openUntil: new Date(at.getTime() + authorisationHours * MS_PER_HOUR),
    failures: 0,
    challengesSent: 0,
    history: [createdAs('received', at, request.tpp, currentContext().requestId)],
    outbox: [],
  };
}

/** The first answer, whatever became of the authorisation since. */
function startedFrom({ _id, scaApproach, redirectReference, namedPsu }: Authorisation): AuthorisationState {
  const psuKnown = namedPsu !== undefined;
  return { authorisationId: _id, scaStatus: 'received', scaApproach, psuKnown, redirectReference };
}
