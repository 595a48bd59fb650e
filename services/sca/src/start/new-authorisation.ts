import type { startAuthorisation as operation, RequestOf } from '@xs2a/contracts';
import { createdAs, currentContext } from '@xs2a/service-kit';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { newToken } from '../session/token.ts';
import { untilCutOff } from './keep-start.ts';

const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 60 * MS_PER_MINUTE;

export function newAuthorisation(
  { now, profile }: Pick<ScaContext, 'now' | 'profile'>,
  request: RequestOf<typeof operation>,
): Authorisation {
  const at = now();
  const { redirectLinkMinutes, authorisationHours } = profile.limits;
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
    signingRound: request.signingRound,
    // Also if the TPP named the PSU: nothing is verified yet (decision 21).
    scaStatus: 'received',
    redirectReference: newToken(),
    linkUntil: new Date(at.getTime() + redirectLinkMinutes * MS_PER_MINUTE),
    openUntil: new Date(at.getTime() + authorisationHours * MS_PER_HOUR),
    failures: 0,
    challengesSent: 0,
    begunUntil: untilCutOff(at),
    history: [createdAs('received', at, request.tpp, currentContext().requestId)],
    outbox: [],
  };
}
