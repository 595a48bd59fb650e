import type { AuthorisationState } from '@xs2a/contracts';
import type { ScaStart } from '../links/authorisation-links.ts';
import type { Warning } from '../request/call.ts';

/** Returns the fields of an authorisation that the TPP needs for the next step. */
export function stepOf({ scaMethods, debtorAccounts, chosenScaMethod, challengeData, psuMessage }: AuthorisationState) {
  return {
    scaMethods,
    ...(debtorAccounts && { debtorAccounts: debtorAccounts.map(({ account, name }) => ({ ...account, name })) }),
    chosenScaMethod,
    challengeData,
    psuMessage,
  };
}

/**
 * Returns the SCA methods to choose from, or the first step of an authorisation that started with its resource. Empty for the
 * redirect approach.
 */
export function firstStepOf({ authorisation, scaMethods }: ScaStart) {
  if (scaMethods !== undefined) return { scaMethods };
  return authorisation === undefined || authorisation.scaApproach === 'REDIRECT' ? {} : stepOf(authorisation);
}

const FAILURES: Record<NonNullable<AuthorisationState['failure']>, string> = {
  scaMethodUnknown: 'SCA_METHOD_UNKNOWN: the PSU has no method or device that can approve this; psuMessage tells it so',
};

/**
 * Returns the reason why an authorisation failed at this step. The error code is part of the text because a successful answer has
 * no error code.
 */
export function failureWarnings({ failure }: AuthorisationState): Warning[] {
  return failure === undefined ? [] : [{ path: 'scaStatus', text: FAILURES[failure] }];
}
