import type { startAuthorisation as operation, RequestOf } from '@xs2a/contracts';
import { createdEntry, currentContext } from '@xs2a/service-kit';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { newToken } from '../session/token.ts';

/** A start that has not renewed its claim for this long was cut off: the same request continues it. */
const CUT_OFF_MS = 2_000;
const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 60 * MS_PER_MINUTE;

/** Returns the moment until which a repetition of the start has to wait. */
export function startLockedUntil(now: Date): Date {
  return new Date(now.getTime() + CUT_OFF_MS);
}

/** Start of an authorisation. */
type Start = Pick<Authorisation, 'redirectReference' | 'openUntil' | 'history'> & { readonly at: Date };

export function newAuthorisation(
  context: Pick<ScaContext, 'now' | 'profile'>,
  request: RequestOf<typeof operation>,
): Authorisation {
  const at = context.now();
  return authorisationFrom(context, request, {
    at,
    redirectReference: newToken(),
    openUntil: new Date(at.getTime() + context.profile.limits.authorisationHours * MS_PER_HOUR),
    history: [createdEntry('received', at, request.tpp, currentContext().requestId)],
  });
}

/** Returns an authorisation before its first step. */
export function authorisationFrom(
  { profile }: Pick<ScaContext, 'profile'>,
  request: Omit<RequestOf<typeof operation>, 'tpp'> & { tpp: { id: string; name?: string | undefined } },
  { at, ...start }: Start,
): Authorisation {
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
    ...(request.methodsToChoose && { methodsToChoose: request.methodsToChoose }),
    ...(request.pickedMethod && { pickedMethod: request.pickedMethod }),
    ...(request.combined && { combined: request.combined }),
    signedBy: request.signedBy,
    signingRound: request.signingRound,
    // Also if the TPP named the PSU: nothing is verified yet (decision 21).
    scaStatus: 'received',
    linkUntil: new Date(at.getTime() + profile.limits.redirectLinkMinutes * MS_PER_MINUTE),
    failures: 0,
    challengesSent: 0,
    begunUntil: startLockedUntil(at),
    outbox: [],
    ...start,
  };
}
