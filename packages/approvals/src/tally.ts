import { type Settlement, Xs2aError } from '@xs2a/contracts';
import type { Approvals } from './approvals.ts';

/**
 * What a settlement means for its parent: it was settled before; the PSU refused; the PSU had approved already and does not
 * count twice; one of several approved; the last one needed approved.
 */
export type Verdict = 'settledBefore' | 'refused' | 'notCounted' | 'partlyAuthorised' | 'authorised';

export interface Tally {
  readonly verdict: Verdict;
  /** Guards of the write that moves the parent: no other settlement was counted in between. */
  readonly where: Record<string, unknown>;
  /** Fields of that write. */
  readonly set: Record<string, unknown>;
  /** The outcome alone, for an approval that does not count: a repeated settlement finds it. */
  readonly outcome: Record<string, unknown>;
}

/** Counts a settlement. `within` is the field of the parent that holds the approvals, where it is not the parent itself. */
export function tally(
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
  // Without the PSU nobody could be kept from approving twice.
  if (psu === undefined) throw new Xs2aError('fieldInvalid', { path: 'psu' });
  if (signedBy.includes(psu.psuId)) return { verdict: 'notCounted', where, set: outcome, outcome };
  const set = {
    ...outcome,
    [`${prefix}signedBy`]: [...signedBy, psu.psuId],
    [`${prefix}signaturesNeeded`]: signaturesNeeded,
  };
  return { verdict: signedBy.length + 1 < signaturesNeeded ? 'partlyAuthorised' : 'authorised', where, set, outcome };
}
