import { type Language, mayStartWith } from '@xs2a/approvals';
import {
  type AuthorisationState,
  isSituation,
  type startAuthorisation as operation,
  type PsuData,
  type RefusalOnBus,
  type Remedy,
  type RequestOf,
  type ScaApproach,
  Xs2aError,
} from '@xs2a/contracts';
import { toRefusal } from '@xs2a/service-kit';
import type { AttemptId } from '../attempts/attempt-of-form.ts';
import { openSessionOf, psuOfToken, takeOverFirstFactor } from '../authentication/take-over-first-factor.ts';
import { stateOf } from '../authorisation/authorisation-state.ts';
import type { ScaContext } from '../context.ts';
import type { UpdateHashes } from '../keys/update-hashes.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { applyInput, type TppInput } from '../psu-data/apply-input.ts';
import { NOT_PERMITTED_TEXT } from '../psu-data/permitted-in-sca-status.ts';
import { runExclusiveStart } from './run-exclusive-start.ts';

/** Remedies after a start with input that is not permitted (decision 20). */
const REMEDY_AT_START = {
  EMBEDDED: 'updatePsuAuthentication',
  DECOUPLED: 'updatePsuIdentification',
  REDIRECT: 'scaStatus',
} as const satisfies Record<ScaApproach, Remedy>;

/** Further work of a start: applying input, or reusing a first factor (decisions 80 and 97). */
type First = TppInput | { readonly authenticated: PsuData; readonly language: Language };

/**
 * Returns the input that comes with a start. A PSU that the TPP names is identified at once, except in a redirect, where it signs
 * in, and while the approach is open. A method that decided the approach is no longer input.
 */
export function firstOf(
  context: Pick<ScaContext, 'now' | 'updateHashes'>,
  request: RequestOf<typeof operation>,
  language: Language,
): First | undefined {
  const { authorisationId, input, psu: named, scaApproach, methodsToChoose, pickedMethod } = request;
  if (methodsToChoose !== undefined) return undefined;
  const sent = pickedMethod === undefined ? input : undefined;
  if (sent !== undefined && sent.kind !== 'identification') {
    return {
      input: sent,
      psu: named,
      language,
      ...attemptOfStart(context, { authorisationId, input: sent, psu: named }),
    };
  }
  const authenticated = psuOfToken(context, named) ?? openSessionOf(context, request)?.psu;
  if (authenticated !== undefined && scaApproach === 'EMBEDDED') return { authenticated, language };
  // A device asks for both factors, so it suffices to know its PSU.
  const psu = named ?? authenticated;
  if (sent === undefined && (psu === undefined || scaApproach === 'REDIRECT')) return undefined;
  return { input: { kind: 'identification' }, psu, language };
}

/**
 * Returns the attempt of a start, so that a start that was cut off and is repeated takes one attempt. No update has its hash:
 * those include a request id.
 */
function attemptOfStart(
  { updateHashes }: Pick<ScaContext, 'updateHashes'>,
  sent: Parameters<UpdateHashes['newest']>[0],
): AttemptId {
  return { attemptId: updateHashes?.newest(sent)?.hash, isNotedWhenTaken: true };
}

/**
 * Applies the input that came with a start. A refusal is stored with the authorisation, so that a repeated start gets it too;
 * after a temporary error the same request may be repeated at once.
 */
export async function applyFirstInput(
  context: ScaContext,
  authorisation: Authorisation,
  first: First,
): Promise<AuthorisationState> {
  const { _id } = authorisation;
  try {
    if ('input' in first) refuseUnlessPermittedAtStart(authorisation, first);
    const present = await runExclusiveStart(context, _id, () => applyFirst(context, authorisation, first));
    return stateOf(context, present, first.language);
  } catch (error) {
    const { refusal, situation, path, text, remedy, retryAfterSeconds } = toRefusal(error);
    if (refusal.status >= 500 || situation === 'psuIdsExceeded') {
      const begunUntil = context.now();
      await context.authorisations.updateOne({ _id, scaStatus: 'received' }, { $set: { begunUntil } });
      throw error;
    }
    const refusedAtStart = { refusal: situation, path, text, remedy };
    await context.authorisations.updateOne({ _id }, { $set: { refusedAtStart } });
    throw errorAtStart({ ...refusedAtStart, retryAfterSeconds }, authorisation);
  }
}

async function applyFirst(context: ScaContext, authorisation: Authorisation, first: First): Promise<Authorisation> {
  if ('input' in first) return applyInput(context, authorisation, first);
  const taken = await takeOverFirstFactor(context, authorisation, first.authenticated, first.language);
  return taken?.authorisation ?? authorisation;
}

/** Returns the error for a refused start. It names the authorisation, which exists nevertheless. */
export function errorAtStart(
  { refusal, path, text, remedy, retryAfterSeconds }: RefusalOnBus,
  { _id }: Pick<Authorisation, '_id'>,
): Xs2aError {
  return new Xs2aError(isSituation(refusal) ? refusal : 'internalError', {
    ...(path !== undefined && { path }),
    ...(text !== undefined && { text }),
    ...(remedy !== undefined && { remedy, authorisationId: _id }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

/** Owners of parents check this first; an earlier version of them leaves it to this service. */
function refuseUnlessPermittedAtStart({ scaApproach }: Authorisation, { input: { kind }, psu }: TppInput): void {
  if (mayStartWith({ scaApproach }, kind, psu)) return;
  throw new Xs2aError('statusInvalid', { text: NOT_PERMITTED_TEXT, remedy: REMEDY_AT_START[scaApproach] });
}
