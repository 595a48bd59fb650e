import { REFUSALS, type Situation } from '@xs2a/contracts';

/** The text for the TPP after a wrong input that may be followed by another. The PSU gets its own text (psuMessage). */
export function attemptsLeftText(situation: Situation, attemptsLeft: number): string {
  return `${REFUSALS[situation].text}; ${attemptsLeft > 0 ? `attempts left: ${attemptsLeft}` : 'try again in some minutes'}`;
}
