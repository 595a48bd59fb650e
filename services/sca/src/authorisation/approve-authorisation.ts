import { needsConfirmation } from '@xs2a/approvals';
import { advance } from '@xs2a/service-kit';
import { forgetNamedPsu } from '../attempts/named-psus.ts';
import { forgetPsuAttempts } from '../attempts/psu-attempts.ts';
import type { ScaContext } from '../context.ts';
import { AUTHORISATIONS, type Authorisation } from '../model/authorisation.ts';
import { renewRedirectSession, type StepResult } from '../session/renew-redirect-session.ts';
import { newToken } from '../session/token.ts';
import { endAuthorisation, guardCurrentChallenge } from './end-authorisation.ts';
import { signOnce } from './signature.ts';

const MS_PER_MINUTE = 60_000;

/**
 * Records the PSU's approval after both factors. The authorisation ends, or waits until the TPP confirms that the browser
 * returned to it. Returns null if the authorisation moved in between, or has timed out.
 */
export async function approveAuthorisation(
  context: ScaContext,
  authorisation: Authorisation,
): Promise<StepResult | null> {
  const { psu, tppId } = authorisation;
  if (psu !== undefined) {
    await forgetPsuAttempts(context, psu.psuId);
    await forgetNamedPsu(context, { tppId, psuId: psu.psuId });
  }
  return needsConfirmation(context.profile, authorisation)
    ? signOnce(context, authorisation, (signature) => awaitConfirmation(context, authorisation, signature))
    : endAuthorisation(context, authorisation, 'approved');
}

async function awaitConfirmation(
  context: ScaContext,
  authorisation: Authorisation,
  signature: string,
): Promise<StepResult | null> {
  const at = context.now();
  const { set, session } = renewRedirectSession(authorisation, at);
  // Only a chosen method leads to `unconfirmed`. If the sign-in was both factors, it is the method.
  const events =
    authorisation.scaStatus === 'psuAuthenticated' ? ['methodSelected', 'confirmationAwaited'] : 'confirmationAwaited';
  const awaiting = await advance(AUTHORISATIONS, context.authorisations, authorisation, events, {
    at,
    by: 'psu',
    psuId: authorisation.psu?.psuId,
    where: { ...guardCurrentChallenge(authorisation), openUntil: { $gt: at } },
    set: {
      ...set,
      signature,
      confirmationCode: newToken(),
      openUntil: new Date(at.getTime() + context.profile.limits.redirectLinkMinutes * MS_PER_MINUTE),
    },
  });
  return awaiting === null ? null : { authorisation: awaiting, ...(session !== undefined && { session }) };
}
