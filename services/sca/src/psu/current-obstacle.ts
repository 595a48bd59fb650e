import type { ScaProblem } from '@xs2a/contracts';
import { hasSigned } from '../authorisation/signature.ts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { approvalObstacle } from './approval-obstacle.ts';
import type { KnownPsu } from './known-psu.ts';

/** Returns the reason why this PSU cannot approve now, such as a recent approval by another authorisation. */
export async function findCurrentObstacle(
  context: Pick<ScaContext, 'authorisations'>,
  authorisation: Authorisation,
  psu: KnownPsu,
  psuId: string,
  bankHasFactors = false,
): Promise<ScaProblem | undefined> {
  const obstacle = approvalObstacle(authorisation, psu, psuId, bankHasFactors);
  if (obstacle !== undefined) return obstacle;
  return (await hasSigned(context, authorisation, psuId)) ? 'signedAlready' : undefined;
}
