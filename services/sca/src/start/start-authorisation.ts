import {
  type AuthorisationState,
  isSituation,
  type startAuthorisation as operation,
  type RefusalOnBus,
  type Remedy,
  type RequestOf,
  type ScaApproach,
  type ScaInput,
  Xs2aError,
} from '@xs2a/contracts';
import { contentHashOf, createdAs, currentContext, isDuplicateKey, toRefusal } from '@xs2a/service-kit';
import { stateOf } from '../authorisation/authorisation-state.ts';
import type { ScaRoom } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { type TppInput, takeInput } from '../psu-data/apply-input.ts';
import { fits, UNFIT } from '../psu-data/permitted-in-sca-status.ts';
import { newToken } from '../session/session-token.ts';

const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 60 * MS_PER_MINUTE;

/** Longer than any request lasts: a start that has not come to anything by then was cut off. */
const BEGINNING_MS = 30_000;

/** Where an unfit start leads on, by the approach (field guide 5.4). */
const REMEDY_AT_START = {
  EMBEDDED: 'updatePsuAuthentication',
  DECOUPLED: 'updatePsuIdentification',
  REDIRECT: 'scaStatus',
} as const satisfies Record<ScaApproach, Remedy>;

/**
 * Creates an authorisation under the id that the owner of its parent chose, then judges and takes what the TPP sent along:
 * whatever becomes of that, what the owner lists is there. Asked again for the same id, it answers as it answered first:
 * what came with the start is taken once, by a repeated start where the first was cut off.
 */
export async function startAuthorisation(
  room: ScaRoom,
  request: RequestOf<typeof operation>,
): Promise<AuthorisationState> {
  if (contentHashOf(request.content) !== request.contentHash)
    throw new Xs2aError('fieldInvalid', { path: 'contentHash' });
  const language = request.wishes.language ?? room.profile.languages[0] ?? 'hr';
  const input = firstInputOf(request);
  const { authorisation, begins } = await storeOnce(room, request);
  if (input === undefined) return stateOf(room, asStarted(authorisation), language);
  if (begins) return begin(room, authorisation, { input, psu: request.psu, language });
  if (authorisation.refusedAtStart !== undefined) throw refusalAtStart(authorisation.refusedAtStart, authorisation);
  if (authorisation.scaStatus === 'received') throw new Xs2aError('requestInFlight');
  return stateOf(room, asStarted(authorisation), language);
}

/** A PSU that the TPP has named is identified where the TPP leads it; in a redirect it will sign in itself. */
function firstInputOf({ input, psu, scaApproach }: RequestOf<typeof operation>): ScaInput | undefined {
  return input ?? (psu !== undefined && scaApproach !== 'REDIRECT' ? { kind: 'identification' } : undefined);
}

/** The choice of a device may come along with the name of its PSU; all else must fit what is new. */
function refuseUnfitAtStart({ scaApproach }: Authorisation, { input: { kind }, psu }: TppInput): void {
  const isDeviceOfNamedPsu = kind === 'methodSelection' && scaApproach === 'DECOUPLED' && psu !== undefined;
  if (fits(scaApproach, isDeviceOfNamedPsu ? 'psuIdentified' : 'received', kind)) return;
  throw new Xs2aError('statusInvalid', { text: UNFIT, remedy: REMEDY_AT_START[scaApproach] });
}

/** Stores a new authorisation, or finds the one of before; `begins` tells who is to take the first input. */
async function storeOnce(
  room: ScaRoom,
  request: RequestOf<typeof operation>,
): Promise<{ authorisation: Authorisation; begins: boolean }> {
  const authorisation = newAuthorisation(room, request);
  try {
    await room.authorisations.insertOne(authorisation);
    return { authorisation, begins: true };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const same = { _id: request.authorisationId, requestedHash: request.contentHash };
    const cutOff = {
      scaStatus: 'received',
      refusedAtStart: { $exists: false },
      begunUntil: { $lte: room.now() },
    } as const;
    const { begunUntil } = authorisation;
    const reopened = await room.authorisations.findOneAndUpdate({ ...same, ...cutOff }, { $set: { begunUntil } });
    const stored = reopened ?? (await room.authorisations.findOne(same));
    if (stored === null) throw new Xs2aError('statusConflict', { cause: error });
    return { authorisation: stored, begins: reopened !== null };
  }
}

async function begin(room: ScaRoom, authorisation: Authorisation, first: TppInput): Promise<AuthorisationState> {
  const { _id } = authorisation;
  try {
    refuseUnfitAtStart(authorisation, first);
    let begun = authorisation;
    if (first.input.kind === 'methodSelection') {
      begun = await takeInput(room, begun, { ...first, input: { kind: 'identification' } });
      // With one device there was nothing to choose.
      if (begun.scaStatus !== 'psuIdentified') return stateOf(room, begun, first.language);
    }
    return stateOf(room, await takeInput(room, begun, first), first.language);
  } catch (error) {
    const { refusal, situation, path, text, remedy } = toRefusal(error);
    // What could not be judged now may be tried again by the same request.
    if (refusal.status >= 500) {
      await room.authorisations.updateOne({ _id, scaStatus: 'received' }, { $set: { begunUntil: room.now() } });
      throw error;
    }
    const refused = { refusal: situation, path, text, remedy };
    await room.authorisations.updateOne({ _id }, { $set: { refusedAtStart: refused } });
    throw refusalAtStart(refused, authorisation);
  }
}

/** The authorisation is there, though what came along was refused: its TPP is told where. */
function refusalAtStart({ refusal, path, text, remedy }: RefusalOnBus, { _id }: Authorisation): Xs2aError {
  return new Xs2aError(isSituation(refusal) ? refusal : 'internalError', {
    ...(path !== undefined && { path }),
    ...(text !== undefined && { text }),
    ...(remedy !== undefined && { remedy, authorisationId: _id }),
  });
}

function newAuthorisation(room: ScaRoom, request: RequestOf<typeof operation>): Authorisation {
  const at = room.now();
  const { redirectLinkMinutes, authorisationHours } = room.profile.limits;
  const { redirectUri, nokRedirectUri, notification, language, corporateId } = request.wishes;
  const namedCompany = request.psu?.corporateId ?? corporateId;
  return {
    _id: request.authorisationId,
    tppId: request.tpp.id,
    tppName: request.tpp.name ?? request.tpp.id,
    parent: request.parent,
    content: request.content,
    contentHash: request.contentHash,
    requestedHash: request.contentHash,
    ...(request.psu && { namedPsu: request.psu }),
    ...(namedCompany !== undefined && { namedCompany }),
    ...(language !== undefined && { language }),
    ...(redirectUri !== undefined && { redirectUri }),
    ...(nokRedirectUri !== undefined && { nokRedirectUri }),
    ...(notification && { notification }),
    scaApproach: request.scaApproach,
    signedBy: request.signedBy,
    // Also with a named PSU: it has shown nothing yet (interface 3).
    scaStatus: 'received',
    redirectReference: newToken(),
    linkUntil: new Date(at.getTime() + redirectLinkMinutes * MS_PER_MINUTE),
    openUntil: new Date(at.getTime() + authorisationHours * MS_PER_HOUR),
    failures: 0,
    challengesSent: 0,
    begunUntil: new Date(at.getTime() + BEGINNING_MS),
    history: [createdAs('received', at, request.tpp, currentContext().requestId)],
    outbox: [],
  };
}

/** In a redirect the first answer, whatever became of it since: a creation repeated hands out the same link. */
function asStarted(authorisation: Authorisation): Authorisation {
  if (authorisation.scaApproach !== 'REDIRECT' || authorisation.continuesOnPage) return authorisation;
  const isIdentified = authorisation.history.some(({ event }) => event === 'identified');
  return { ...authorisation, scaStatus: isIdentified ? 'psuIdentified' : 'received' };
}
