import { accountOfOtherPsu } from '@xs2a/approvals';
import { type ScaProblem, Xs2aError } from '@xs2a/contracts';
import type { Authorisation } from '../model/authorisation.ts';

/** Turns an obstacle that a page would show after the first factor into the error for the TPP. */
export function obstacleError(problem: ScaProblem, { content }: Pick<Authorisation, 'content'>): Xs2aError {
  if (problem === 'accountsNotOfPsu') return accountOfOtherPsu(content);
  return new Xs2aError(problem === 'signedAlready' ? 'signedAlready' : 'psuCredentialsInvalid');
}
