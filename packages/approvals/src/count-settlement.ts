import { type Settlement, Xs2aError } from '@xs2a/contracts';
import type { Approvals } from './approvals.ts';

/**
 * Effect of a settlement on its parent: already settled; refused; not counted, because the PSU had approved before; partly
 * authorised by one of several PSUs; authorised by the last required PSU.
 */
export type Verdict = 'settledBefore' | 'refused' | 'notCounted' | 'partlyAuthorised' | 'authorised';

export interface Tally {
  readonly verdict: Verdict;
  /** Conditions of the write that changes the parent: no other settlement was counted in between. */
  readonly where: Record<string, unknown>;
  /** Fields of that write. */
  readonly set: Record<string, unknown>;
  /** Only the outcome, for an approval that does not count: a repeated settlement finds it. */
  readonly outcome: Record<string, unknown>;
}

/** Counts a settlement. `within` is the field of the parent with the approvals; default: the parent itself. */
export function countSettlement(
  approvals: Approvals & { contentHash?: string | undefined },
  settlement: Settlement,
  within?: string,
): Tally {
  const { authorisationId, psu, contentHash } = settlement;
  const prefix = within === undefined ? '' : `${within}.`;
  const index = approvals.authorisations.findIndex(({ id }) => id === authorisationId);
  const authorisation = approvals.authorisations[index];
  const expected = authorisation?.contentHash ?? approvals.contentHash;
  if (authorisation === undefined || expected !== contentHash) throw new Xs2aError('authorisationUnknown');
  const path = `${prefix}authorisations.${index}`;
  const { signedBy } = approvals;
  const signaturesNeeded = Math.max(1, approvals.signaturesNeeded ?? 1, settlement.signaturesNeeded ?? 1);
  const where = { [`${path}.id`]: authorisationId, [`${path}.outcome`]: null, [`${prefix}signedBy`]: signedBy };
  const outcome = { [`${path}.outcome`]: settlement.outcome };
  if (authorisation.outcome !== undefined) return { verdict: 'settledBefore', where, set: {}, outcome: {} };
  if (settlement.outcome === 'failed') return { verdict: 'refused', where, set: outcome, outcome };
  // Without the PSU, approving twice could not be prevented.
  if (psu === undefined) throw new Xs2aError('fieldInvalid', { path: 'psu' });
  if (signedBy.includes(psu.psuId)) return { verdict: 'notCounted', where, set: outcome, outcome };
  const set = {
    ...outcome,
    [`${prefix}signedBy`]: [...signedBy, psu.psuId],
    [`${prefix}signaturesNeeded`]: signaturesNeeded,
  };
  return { verdict: signedBy.length + 1 < signaturesNeeded ? 'partlyAuthorised' : 'authorised', where, set, outcome };
}
