import { accountOfOtherPsu } from '@xs2a/approvals';
import { type ScaProblem, Xs2aError } from '@xs2a/contracts';
import type { Authorisation } from '../model/authorisation.ts';

/** What a page would show to a PSU who has shown its first factor, as the error that its TPP gets. */
export function obstacleError(problem: ScaProblem, { content }: Pick<Authorisation, 'content'>): Xs2aError {
  if (problem === 'accountsNotOfPsu') return accountOfOtherPsu(content);
  return new Xs2aError(problem === 'signedAlready' ? 'signedAlready' : 'psuCredentialsInvalid');
}
