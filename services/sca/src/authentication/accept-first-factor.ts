import type { Language } from '@xs2a/approvals';
import { Xs2aError } from '@xs2a/contracts';
import { advance, toRefusal } from '@xs2a/service-kit';
import { endAuthorisation } from '../authorisation/end-authorisation.ts';
import { sendChallenge } from '../challenges/send-challenge.ts';
import type { ScaContext } from '../context.ts';
import { AUTHORISATIONS, type Authorisation, mustChoose } from '../model/authorisation.ts';
import { contentObstacle } from '../psu/approval-obstacle.ts';
import type { KnownPsu } from '../psu/known-psu.ts';
import { methodsPicked } from '../psu/methods-picked.ts';
import { renewRedirectSession, type StepResult } from '../session/renew-redirect-session.ts';
import { isExempted } from './exemption.ts';
import { psuFields } from './psu-fields.ts';

interface AcceptedPsu {
  readonly psu: KnownPsu;
  readonly psuId: string;
  readonly language: Language;
  readonly by?: 'psu' | 'sca';
  /** The authentication context of a sign-in that was both factors for this content. */
  readonly bothFactors?: string | undefined;
}

/** Continues after the right first factor: with an exemption if the bank exempts the PSU from SCA, otherwise with the second factor. */
export async function acceptFirstFactor(
  context: ScaContext,
  authorisation: Authorisation,
  { psu, psuId, language, by = 'psu', bothFactors }: AcceptedPsu,
): Promise<StepResult> {
  const at = context.now();
  const { set, session } = renewRedirectSession(authorisation, at);
  const authenticated = await advance(AUTHORISATIONS, context.authorisations, authorisation, 'authenticated', {
    at,
    by,
    psuId,
    ...(bothFactors !== undefined && { reason: `acr ${bothFactors}` }),
    set: { ...(await psuFields(context, authorisation, psu, psuId)), ...(bothFactors && { bothFactors }), ...set },
  });
  if (authenticated === null) throw new Xs2aError('statusConflict');
  const result: StepResult = { authorisation: authenticated, ...(session !== undefined && { session }) };
  // Checked only now: a PSU without any method gets here whatever it may approve.
  if (contentObstacle(authorisation, psu, psuId) === undefined && (await isExempted(context, authenticated))) {
    return (await endAuthorisation(context, authenticated, 'exempted')) ?? result;
  }
  // The PSU reviews and approves.
  if (bothFactors !== undefined) return result;
  return proceedToSecondFactor(context, result, language);
}

/**
 * Sends the challenge if the PSU has one method, or one of the kind that the TPP picked, and no accounts to choose. Fails the
 * authorisation if the PSU has no method (decision 21).
 */
export async function proceedToSecondFactor(
  context: ScaContext,
  result: StepResult,
  language: Language,
): Promise<StepResult> {
  const { authorisation } = result;
  const methods = authorisation.scaMethods ?? [];
  const picked = methodsPicked(methods, authorisation.pickedMethod);
  const [method, another] = picked.length > 0 ? picked : methods;
  if (method === undefined) return (await endAuthorisation(context, authorisation, 'failed')) ?? result;
  if (another !== undefined || mustChoose(authorisation)) return result;
  try {
    return await sendChallenge(context, authorisation, method, language);
  } catch (error) {
    if (toRefusal(error).refusal.status < 500) throw error;
    // The challenge could not be sent now. The PSU chooses the method, as if there were several.
    return result;
  }
}
