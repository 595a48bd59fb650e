import type { ScaProblem, ScaStatus, ScaStep, ScaView } from '@xs2a/contracts';
import { isUsedUp } from '../attempts/authorisation-attempts.ts';
import type { ScaRoom } from '../context.ts';
import { isSpent, passkeyQuestion } from '../factors/passkey-question.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { withoutNamedAccounts } from '../psu/named-accounts.ts';

/** Where the PSU stands in each status. */
export const STEP_OF: Record<ScaStatus, ScaStep> = {
  received: 'authentication',
  psuIdentified: 'authentication',
  started: 'deviceApproval',
  psuAuthenticated: 'methodSelection',
  scaMethodSelected: 'transactionAuthorisation',
  unconfirmed: 'result',
  finalised: 'result',
  exempted: 'result',
  failed: 'result',
};

/** What a page shows of an authorisation. Nothing of the PSU appears before it has signed in. */
export function viewOf(
  room: ScaRoom,
  authorisation: Authorisation,
  problem: ScaProblem | undefined = whyFailed(room, authorisation),
): ScaView {
  const { scaStatus, challenge, signaturesNeeded = 1, signedBy } = authorisation;
  const isUnanswered = scaStatus === 'started' && challenge !== undefined && challenge.until <= room.now();
  const isSpentQuestion = scaStatus === 'scaMethodSelected' && challenge !== undefined && isSpent(room, challenge);
  const isLapsed = isUnanswered || isSpentQuestion;
  const passkey = scaStatus === 'scaMethodSelected' ? passkeyQuestion(room, authorisation) : undefined;
  // A device that did not answer in time, or a passkey that did not answer right, is asked anew, or another way is taken.
  const step = isLapsed ? 'methodSelection' : STEP_OF[scaStatus];
  const returnUri = step === 'result' ? returnUriOf(authorisation) : undefined;
  return {
    authorisationId: authorisation._id,
    step,
    scaStatus,
    tppName: authorisation.tppName,
    content: authorisation.content,
    ...(authorisation.psu && { psu: authorisation.psu }),
    ...(authorisation.accountNames && { accountNames: authorisation.accountNames }),
    ...(authorisation.offeredAccounts && { offeredAccounts: authorisation.offeredAccounts }),
    ...(authorisation.scaMethods && { scaMethods: authorisation.scaMethods }),
    ...(authorisation.chosenScaMethod && { chosenScaMethod: authorisation.chosenScaMethod }),
    ...(challenge && { challenge: challenge.data }),
    ...(passkey && { passkey }),
    ...(problem && { problem, attemptsLeft: room.profile.limits.wrongCredentialsMax - authorisation.failures }),
    ...(signaturesNeeded > 1 && { signatures: { needed: signaturesNeeded, given: signedBy.length } }),
    ...(returnUri !== undefined && { returnUri }),
  };
}

/** Why it failed, where nobody declined. */
function whyFailed(room: ScaRoom, authorisation: Authorisation): ScaProblem | undefined {
  if (authorisation.scaStatus !== 'failed') return undefined;
  if (isUsedUp(room, authorisation)) return 'attemptsUsedUp';
  if (authorisation.scaMethods?.length === 0) return 'scaMethodMissing';
  return authorisation.history.at(-1)?.by === 'sca' ? 'endedMeanwhile' : undefined;
}

/** What the sign-in page shows: what it is about, and nothing of a PSU who signed in before. */
export function signInViewOf(room: ScaRoom, authorisation: Authorisation, problem?: ScaProblem): ScaView {
  const {
    psu: _psu,
    accountNames: _names,
    scaMethods: _methods,
    chosenScaMethod: _chosen,
    challenge: _challenge,
    signaturesNeeded: _signatures,
    ...shown
  } = authorisation;
  const { offeredAccounts: _offered, ...rest } = shown;
  return viewOf(room, { ...rest, content: withoutNamedAccounts(rest.content), scaStatus: 'received' }, problem);
}

/**
 * TPP-Redirect-URI after success; after a refusal TPP-Nok-Redirect-URI where the TPP gave one (field guide 9.3). With it
 * goes the code that the TPP confirms with, where it must (field guide 9.4).
 */
function returnUriOf(authorisation: Authorisation): string | undefined {
  const { scaStatus, redirectUri, confirmationCode } = authorisation;
  if (scaStatus === 'failed') return refusedUriOf(authorisation);
  if (scaStatus !== 'unconfirmed' || redirectUri === undefined || confirmationCode === undefined) return redirectUri;
  const url = new URL(redirectUri);
  // Not searchParams.append: that would write the TPP's own query anew.
  url.search += `${url.search === '' ? '?' : '&'}confirmationCode=${confirmationCode}`;
  return url.href;
}

export function refusedUriOf({ nokRedirectUri, redirectUri }: Authorisation): string | undefined {
  return nokRedirectUri ?? redirectUri;
}
