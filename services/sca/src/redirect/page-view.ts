import type { ScaProblem, ScaView } from '@xs2a/contracts';
import { isUsedUp } from '../attempts/authorisation-attempts.ts';
import { tppNameOf } from '../authorisation/tpp-name.ts';
import type { ScaContext } from '../context.ts';
import { isSpent, passkeyRequestOptions } from '../factors/passkey-request.ts';
import { type Authorisation, lacksMethod } from '../model/authorisation.ts';
import { PAGE_STEP } from '../model/page-step.ts';
import { toRequestedContent } from '../psu/named-accounts.ts';
import { returnUriOf } from './return-uri.ts';

type ViewContext = Pick<ScaContext, 'profile' | 'relyingParty' | 'now'>;

/** Returns the view of an authorisation for a page. Before the sign-in it has nothing of the PSU but the id that the TPP sent. */
export function viewOf(
  context: ViewContext,
  authorisation: Authorisation,
  problem: ScaProblem | undefined = failureReason(context, authorisation),
): ScaView {
  const { scaStatus, challenge, bothFactors, namedPsu, signaturesNeeded = 1, signedBy } = authorisation;
  const passkey = scaStatus === 'scaMethodSelected' ? passkeyRequestOptions(context, authorisation) : undefined;
  // If the device or the passkey did not answer in time or correctly, the PSU requests another challenge or chooses another
  // method.
  const step = hasLapsed(context, authorisation) ? 'methodSelection' : PAGE_STEP[scaStatus];
  const returnUri = step === 'result' ? returnUriOf(authorisation) : undefined;
  const { redirectUri, nokRedirectUri, oauth } = authorisation;
  const leadsTo = oauth === undefined ? [redirectUri, nokRedirectUri] : [oauth.returnUri, oauth.redirectUri];
  const returnUris = leadsTo.filter((uri) => uri !== undefined);
  return {
    authorisationId: authorisation._id,
    step,
    scaStatus,
    tppName: tppNameOf(context, authorisation),
    tppId: authorisation.tppId,
    content: authorisation.content,
    ...(step === 'authentication' && namedPsu && { namedPsuId: namedPsu.psuId }),
    ...(authorisation.psu && { psu: authorisation.psu }),
    ...(authorisation.accountNames && { accountNames: authorisation.accountNames }),
    ...(authorisation.offeredAccounts && { offeredAccounts: authorisation.offeredAccounts }),
    ...(authorisation.scaMethods && { scaMethods: authorisation.scaMethods }),
    ...(authorisation.chosenScaMethod && { chosenScaMethod: authorisation.chosenScaMethod }),
    ...(scaStatus === 'psuAuthenticated' && bothFactors !== undefined && { bothFactors: true as const }),
    ...(challenge && { challenge: challenge.data }),
    ...(passkey && { passkey }),
    ...(problem && { problem, attemptsLeft: context.profile.limits.wrongCredentialsMax - authorisation.failures }),
    ...(signaturesNeeded > 1 && { signatures: { needed: signaturesNeeded, given: signedBy.length } }),
    ...(isDeclined(context, authorisation) && { declined: true }),
    ...(returnUri !== undefined && { returnUri }),
    ...(returnUris.length > 0 && { returnUris }),
  };
}

/** Returns the view for the sign-in page: the content, and nothing of a PSU who signed in before. */
export function signInViewOf(context: ViewContext, authorisation: Authorisation, problem?: ScaProblem): ScaView {
  const {
    psu: _psu,
    accountNames: _names,
    scaMethods: _methods,
    chosenScaMethod: _chosen,
    challenge: _challenge,
    signaturesNeeded: _signatures,
    offeredAccounts: _offered,
    ...shown
  } = authorisation;
  return viewOf(context, { ...shown, content: toRequestedContent(shown.content), scaStatus: 'received' }, problem);
}

/** Whether the present challenge can no longer be answered. */
function hasLapsed(context: ViewContext, { scaStatus, challenge }: Authorisation): boolean {
  if (challenge === undefined) return false;
  if (scaStatus === 'started') return challenge.until <= context.now();
  return scaStatus === 'scaMethodSelected' && isSpent(context, challenge);
}

function isDeclined(context: ViewContext, authorisation: Authorisation): boolean {
  const { scaStatus, history } = authorisation;
  return scaStatus === 'failed' && history.at(-1)?.by === 'psu' && failureReason(context, authorisation) === undefined;
}

/** Returns the reason of a failure that is not a refusal by the PSU. */
function failureReason(context: ViewContext, authorisation: Authorisation): ScaProblem | undefined {
  if (authorisation.scaStatus !== 'failed') return undefined;
  if (authorisation.signedAlready) return 'signedAlready';
  if (isUsedUp(context, authorisation)) return 'attemptsUsedUp';
  if (lacksMethod(authorisation)) return 'scaMethodMissing';
  return authorisation.history.at(-1)?.by === 'sca' ? 'endedMeanwhile' : undefined;
}
