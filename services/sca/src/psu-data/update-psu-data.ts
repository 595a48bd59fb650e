import { languageFor } from '@xs2a/approvals';
import { type AuthorisationState, type updatePsuData as operation, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { psuOfToken } from '../authentication/take-over-first-factor.ts';
import { stateOf } from '../authorisation/authorisation-state.ts';
import { takeForTpp } from '../authorisation/find-for-tpp.ts';
import type { ScaContext } from '../context.ts';
import type { AnsweredUpdate } from '../model/answered-update.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { mayChangeMethod } from '../model/change-of-method.ts';
import { answerOnce } from './answer-once.ts';
import { applyInput } from './apply-input.ts';
import { isChoiceOfAccount } from './choose-debtor-account.ts';
import { refuseOtherPsu, withNamedCompany } from './named-psu.ts';
import { refuseUnlessPermitted } from './permitted-in-sca-status.ts';
import { mayPick } from './select-method-before-approach.ts';

type Request = RequestOf<typeof operation>;

/** Applies the next part of the PSU's data from the TPP (decision 21). A repeated request is processed once (decision 2). */
export async function updatePsuData(context: ScaContext, request: Request): Promise<AuthorisationState> {
  const { requestId } = request;
  const find = (): Promise<Authorisation> => takeForTpp(context, request);
  const refuse = (found: Authorisation): void => refuseUnfit(context, found, request);
  const named = requestId === undefined ? undefined : context.updateHashes?.newest(request);
  if (requestId === undefined || named === undefined) {
    const found = await find();
    refuse(found);
    return update(context, found, request);
  }
  return answerOnce(context, {
    ...named,
    requestId,
    isSame: ({ kid, hash }) => context.updateHashes?.under(kid, request) === hash,
    find,
    refuse,
    apply: (authorisation, hash) => update(context, authorisation, request, hash),
    answerMoved: (authorisation, answered) => answerMoved(context, authorisation, { request, answered }),
  });
}

function refuseUnfit(context: ScaContext, found: Authorisation, { input, psu }: Request): void {
  const isPick = input.kind === 'methodSelection' && mayPick(found, input.authenticationMethodId);
  const isChange = input.kind === 'methodSelection' && mayChangeMethod(context, found);
  // An access token is a first factor (decision 97).
  const kind =
    psuOfToken(context, psu) !== undefined && input.kind === 'identification' ? 'authentication' : input.kind;
  if (!isPick && !isChange && !isChoiceOfAccount(found, input.kind))
    refuseUnlessPermitted(found, found.scaApproach === 'EMBEDDED' ? kind : input.kind);
  refuseOtherPsu(found, input.kind, psu);
}

async function update(
  context: ScaContext,
  found: Authorisation,
  request: Request,
  attemptId?: string,
): Promise<AuthorisationState> {
  const { input, psu } = request;
  const authorisation = withNamedCompany(found, psu?.corporateId ?? request.corporateId);
  const language = languageFor(context.profile, request.language, authorisation.language);
  const sent = { input, psu, language, ...(attemptId !== undefined && { attemptId }) };
  return stateOf(context, await applyInput(context, authorisation, sent), language);
}

/**
 * Returns the answer for a request that moved the status and was cut off then. A wrong password or code may have ended the
 * authorisation.
 */
function answerMoved(
  context: ScaContext,
  authorisation: Authorisation,
  { request, answered }: { request: Request; answered: AnsweredUpdate },
): AuthorisationState {
  if (authorisation.signedAlready) throw new Xs2aError('signedAlready');
  if (answered.attempt === true && authorisation.scaStatus === 'failed') throw new Xs2aError('psuCredentialsInvalid');
  return stateOf(context, authorisation, languageFor(context.profile, request.language, authorisation.language));
}
