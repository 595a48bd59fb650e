import { type Language, needsConfirmation } from '@xs2a/approvals';
import type { AuthorisationState } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import { type Authorisation, hasAuthenticated, lacksMethod, mustChoose } from '../model/authorisation.ts';
import { mayChangeMethod } from '../model/change-of-method.ts';
import { psuMessageOf } from './psu-message.ts';

/** Returns an authorisation as its TPP sees it, without the PSU's actions on the bank's own pages (decision 20). */
export function stateOf(
  context: Pick<ScaContext, 'profile' | 'now'>,
  authorisation: Authorisation,
  language: Language,
): AuthorisationState {
  const { _id, scaStatus, scaApproach, namedPsu, psu, scaMethods, chosenScaMethod, challenge } = authorisation;
  const { methodsToChoose, pickedMethod, offeredAccounts = [] } = authorisation;
  const lacksChoice = mustChoose(authorisation);
  const isThroughTpp = scaApproach !== 'REDIRECT';
  // Before the approach is decided the bank names the same methods to every PSU, so they reveal nothing about this one.
  const isBefore = scaStatus === 'received' || scaStatus === 'psuIdentified';
  const isChoice = scaStatus === 'psuAuthenticated';
  const isChallenged = scaStatus === 'scaMethodSelected' || scaStatus === 'started';
  return {
    authorisationId: _id,
    scaStatus,
    scaApproach,
    psuKnown: namedPsu !== undefined || psu !== undefined,
    ...(!isThroughTpp && { redirectReference: authorisation.redirectReference }),
    ...(needsConfirmation(context.profile, authorisation) && { confirmationNeeded: true }),
    ...(methodsToChoose && {
      approachOpen: true as const,
      scaMethods: methodsToChoose.map(({ scaApproach: _, ...method }) => method),
    }),
    ...(isBefore && pickedMethod && { chosenScaMethod: pickedMethod }),
    ...(isThroughTpp &&
      isChoice &&
      lacksChoice && { debtorAccounts: offeredAccounts.map(({ reference: account, name }) => ({ account, name })) }),
    ...(isThroughTpp &&
      !lacksChoice &&
      (isChoice || mayChangeMethod(context, authorisation)) &&
      scaMethods && { scaMethods }),
    ...(isThroughTpp && isChallenged && hasAuthenticated(authorisation) && chosenScaMethod && { chosenScaMethod }),
    ...(isThroughTpp && scaStatus === 'scaMethodSelected' && challenge && { challengeData: challenge.data }),
    ...(lacksMethod(authorisation) && { failure: 'scaMethodUnknown' as const }),
    psuMessage: psuMessageOf(context, authorisation, language),
  };
}
