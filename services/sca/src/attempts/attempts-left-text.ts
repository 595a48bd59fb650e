import { REFUSALS, type Remedy, type Situation } from '@xs2a/contracts';

/** The text for the TPP after a wrong input. The PSU gets its own text (psuMessage). */
export function attemptsLeftText(situation: Situation, attemptsLeft: number, remedy: Remedy): string {
  return `${wrongText(situation, remedy)}; ${attemptsLeft > 0 ? `attempts left: ${attemptsLeft}` : 'try again in some minutes'}`;
}

/** Returns the text for the TPP after the last attempt of an authorisation. */
export function noAttemptLeftText(situation: Situation, remedy: Remedy): string {
  return `${wrongText(situation, remedy)}; no attempt is left, and the authorisation has failed`;
}

/** A code is judged only after the right password, so naming the code as the wrong input reveals nothing about the PSU. */
function wrongText(situation: Situation, remedy: Remedy): string {
  if (situation !== 'psuCredentialsInvalid') return REFUSALS[situation].text;
  return remedy === 'authoriseTransaction'
    ? 'the PSU could not be authenticated: the code is wrong'
    : 'the PSU could not be authenticated: PSU-ID or password is wrong';
}
