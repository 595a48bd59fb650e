import { REFUSALS, type Situation } from '@xs2a/contracts';

/** What the TPP is told of a wrong input that may be followed by another; the PSU is told in its own words (psuMessage). */
export function attemptsLeftText(situation: Situation, attemptsLeft: number): string {
  return `${REFUSALS[situation].text}; ${attemptsLeft > 0 ? `attempts left: ${attemptsLeft}` : 'try again in some minutes'}`;
}
