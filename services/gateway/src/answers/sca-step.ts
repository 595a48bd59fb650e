import type { AuthorisationState } from '@xs2a/contracts';
import type { ScaStart } from '../links/authorisation-links.ts';
import type { Warning } from '../request/call.ts';

/** The data for the next step of an authorisation. */
export function stepOf({ scaMethods, chosenScaMethod, challengeData, psuMessage }: AuthorisationState) {
  return { scaMethods, chosenScaMethod, challengeData, psuMessage };
}

/** The methods to pick from, or the first step of an authorisation that started with its resource, unless the TPP only redirects. */
export function firstStepOf({ authorisation, scaMethods }: ScaStart) {
  if (scaMethods !== undefined) return { scaMethods };
  return authorisation === undefined || authorisation.scaApproach === 'REDIRECT' ? {} : stepOf(authorisation);
}

const FAILURES: Record<NonNullable<AuthorisationState['failure']>, string> = {
  scaMethodUnknown: 'SCA_METHOD_UNKNOWN: the PSU has no method or device that can approve this; psuMessage tells it so',
};

/** Reason why an authorisation failed with this step. The error code is part of the text: a successful answer has none of its own. */
export function failureWarnings({ failure }: AuthorisationState): Warning[] {
  return failure === undefined ? [] : [{ path: 'scaStatus', text: FAILURES[failure] }];
}
