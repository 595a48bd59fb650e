import { contentHashOf, languageFor } from '@xs2a/approvals';
import {
  type AuthorisationState,
  type startAuthorisation as operation,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import { insertBatched, isDuplicateKey } from '@xs2a/service-kit';
import { stateOf } from '../authorisation/authorisation-state.ts';
import type { ScaContext } from '../context.ts';
import { newAuthorisation } from '../held/new-authorisation.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { applyFirstInput, errorAtStart, firstOf } from './first-input.ts';

/**
 * Creates an authorisation under the id that the owner of its parent chose, then applies the input of the TPP. The authorisation
 * exists whether or not the input is accepted. A repeated start gets the first response; it applies the input only if the first
 * start was cut off.
 */
export async function startAuthorisation(
  context: ScaContext,
  request: RequestOf<typeof operation>,
): Promise<AuthorisationState> {
  if (contentHashOf(request.content) !== request.contentHash)
    throw new Xs2aError('fieldInvalid', { path: 'contentHash' });
  const language = languageFor(context.profile, request.wishes.language);
  const first = firstOf(context, request, language);
  const { authorisation, mustApplyInput } = await storeOnce(context, request);
  if (first === undefined) return stateOf(context, asStarted(authorisation), language);
  if (mustApplyInput) return applyFirstInput(context, authorisation, first);
  if (authorisation.refusedAtStart !== undefined) throw errorAtStart(authorisation.refusedAtStart, authorisation);
  if (authorisation.scaStatus === 'received') throw new Xs2aError('requestInFlight');
  return stateOf(context, asStarted(authorisation), language);
}

/** Stores a new authorisation, or finds the earlier one. */
async function storeOnce(
  context: ScaContext,
  request: RequestOf<typeof operation>,
): Promise<{ authorisation: Authorisation; mustApplyInput: boolean }> {
  const authorisation = newAuthorisation(context, request);
  try {
    await insertBatched(context.authorisations, authorisation);
    return { authorisation, mustApplyInput: true };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const same = { _id: request.authorisationId, requestedHash: request.contentHash };
    const cutOff = {
      scaStatus: 'received',
      refusedAtStart: { $exists: false },
      begunUntil: { $lte: context.now() },
    } as const;
    const { begunUntil } = authorisation;
    const reopened = await context.authorisations.findOneAndUpdate({ ...same, ...cutOff }, { $set: { begunUntil } });
    const stored = reopened ?? (await context.authorisations.findOne(same));
    if (stored === null) throw new Xs2aError('statusConflict', { cause: error });
    return { authorisation: stored, mustApplyInput: reopened !== null };
  }
}

/** In a redirect returns the first response, whatever has happened since: a repeated creation returns the same link. */
function asStarted(authorisation: Authorisation): Authorisation {
  if (authorisation.scaApproach !== 'REDIRECT' || authorisation.continuesOnPage) return authorisation;
  const isIdentified = authorisation.history.some(({ event }) => event === 'identified');
  return { ...authorisation, scaStatus: isIdentified ? 'psuIdentified' : 'received' };
}
