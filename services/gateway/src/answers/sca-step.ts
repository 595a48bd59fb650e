import type { AuthorisationState } from '@xs2a/contracts';
import type { ScaStart } from '../links/authorisation-links.ts';

/** The data for the next step of an authorisation. */
export function stepOf({ scaMethods, chosenScaMethod, challengeData, psuMessage }: AuthorisationState) {
  return { scaMethods, chosenScaMethod, challengeData, psuMessage };
}

/** The first step of an authorisation that started with its resource, unless the TPP only redirects. */
export function firstStepOf({ authorisation }: ScaStart) {
  return authorisation === undefined || authorisation.scaApproach === 'REDIRECT' ? {} : stepOf(authorisation);
}
