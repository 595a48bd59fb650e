import { identifyPsu as askBank, type PsuData, type Situation, Xs2aError } from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import { attemptsLeftText } from '../attempts/attempts-left-text.ts';
import { isUsedUp, storeAttemptsLeft, takeAttempt } from '../attempts/authorisation-attempts.ts';
import { proceedToSecondFactor } from '../authentication/accept-first-factor.ts';
import { psuFields } from '../authentication/psu-fields.ts';
import { endAuthorisation } from '../authorisation/end-authorisation.ts';
import { hasSigned } from '../authorisation/signature.ts';
import type { ScaContext } from '../context.ts';
import { AUTHORISATIONS, type Authorisation } from '../model/authorisation.ts';
import type { Language } from '../model/language.ts';
import { approvalObstacle } from '../psu/approval-obstacle.ts';
import { expectedPsu } from './named-psu.ts';

/**
 * Identifies the PSU by the TPP's word alone. The TPP learns nothing of the PSU before a factor is verified. In the
 * decoupled approach the PSU's device is asked at once.
 */
export async function identifyPsu(
  context: ScaContext,
  authorisation: Authorisation,
  { psu: sent, language }: { psu: PsuData | undefined; language: Language },
): Promise<Authorisation> {
  const named = expectedPsu(authorisation, sent);
  const { psuId, corporateId } = named;
  // The TPP learns of an approval that the PSU gave to the same TPP, for the same resource.
  if (await hasSigned(context, authorisation, psuId)) throw new Xs2aError('signedAlready', { path: 'PSU-ID' });
  const psu = await context.bus.ask(askBank, { psuId, ...(corporateId !== undefined && { corporateId }) });
  if (!psu.known) {
    const situation = psu.corporateIdUnknown ? 'corporateIdInvalid' : 'psuCredentialsInvalid';
    return refuseUnknown(context, authorisation, situation);
  }
  const isDecoupled = authorisation.scaApproach === 'DECOUPLED';
  const identified = await advance(AUTHORISATIONS, context.authorisations, authorisation, 'identified', {
    at: context.now(),
    by: authorisation.tppId,
    set: {
      namedPsu: named,
      ...(corporateId && { namedCompany: corporateId }),
      ...(isDecoupled && (await psuFields(context, authorisation, psu, psuId))),
    },
  });
  if (identified === null) throw new Xs2aError('statusConflict');
  if (!isDecoupled) return identified;
  // A PSU-ID alone must not reveal whose an account is: the TPP only sees that the authorisation failed.
  if (approvalObstacle(identified, psu, psuId) !== undefined) {
    return (await endAuthorisation(context, identified, 'failed'))?.authorisation ?? identified;
  }
  return (await proceedToSecondFactor(context, { authorisation: identified }, language)).authorisation;
}

/** Unknown and blocked PSUs have one answer (decision 21). It counts as a failure, against guessing of PSU-IDs. */
async function refuseUnknown(context: ScaContext, authorisation: Authorisation, situation: Situation): Promise<never> {
  const counted = await takeAttempt(context, authorisation);
  const attemptsLeft = counted === null ? 0 : context.profile.limits.wrongCredentialsMax - counted.failures;
  if (counted !== null) await storeAttemptsLeft(context, counted, attemptsLeft);
  if (counted !== null && isUsedUp(context, counted)) await endAuthorisation(context, counted, 'failed');
  throw new Xs2aError(situation, attemptsLeft > 0 ? { text: attemptsLeftText(situation, attemptsLeft) } : {});
}
