import { PsuData, ScaOutcome, ScaWishes, type Settlement, Xs2aError } from '@xs2a/contracts';
import { z } from 'zod';

/** An authorisation as the owner of its parent keeps it. Only ever appended, so that its place in the list is fixed. */
export const StartedAuthorisation = z.object({
  id: z.string(),
  /** The request that started it: repeated, it gets the same authorisation. */
  requestId: z.string(),
  fingerprint: z.string(),
  /**
   * Of what the PSU is asked to approve; left out by one that began with its parent, and is for the parent's content.
   */
  contentHash: z.string().optional(),
  outcome: ScaOutcome.optional(),
});
export type StartedAuthorisation = z.infer<typeof StartedAuthorisation>;

/** What is known of the approvals of something. */
export const Approvals = z.object({
  authorisations: z.array(StartedAuthorisation),
  /** How many PSUs must approve; left out while nobody has said. */
  signaturesNeeded: z.int().optional(),
  /** PSUs whose approval counts: each once (decision 6). */
  signedBy: z.array(z.string()),
});
export type Approvals = z.infer<typeof Approvals>;

/** Fields of every resource that PSUs authorise. */
export const SIGNED = {
  tppId: z.string(),
  requestId: z.string(),
  fingerprint: z.string(),
  namedPsu: PsuData.optional(),
  wishes: ScaWishes,
  /** Of what the PSUs approve. */
  contentHash: z.string(),
  ...Approvals.shape,
};
const Signed = z.object(SIGNED);
export type Signed = z.infer<typeof Signed>;

/**
 * What a settlement means: the parent was told before; the PSU said no; it had approved already, so that nothing counts
 * twice; one of several approved; the last one needed approved.
 */
export type Verdict = 'toldBefore' | 'refused' | 'notCounted' | 'partlyAuthorised' | 'authorised';

export interface Tally {
  readonly verdict: Verdict;
  /** Guards and fields of the write that moves the parent: nobody else was counted meanwhile. */
  readonly where: Record<string, unknown>;
  readonly set: Record<string, unknown>;
  /** The outcome alone: an approval that does not count is noted all the same, so that it is told once. */
  readonly noted: Record<string, unknown>;
}

/**
 * Counts a settlement. `within` is the field of the parent that holds the approvals, where it is not the parent itself.
 */
export function tally(
  approvals: Approvals & { contentHash?: string | undefined },
  settlement: Settlement,
  within?: string,
): Tally {
  const { authorisationId, outcome, psu, contentHash } = settlement;
  const prefix = within === undefined ? '' : `${within}.`;
  const place = approvals.authorisations.findIndex(({ id }) => id === authorisationId);
  const authorisation = approvals.authorisations[place];
  const expected = authorisation?.contentHash ?? approvals.contentHash;
  if (authorisation === undefined || expected !== contentHash) throw new Xs2aError('authorisationUnknown');
  const path = `${prefix}authorisations.${place}`;
  const { signedBy } = approvals;
  const signaturesNeeded = Math.max(1, approvals.signaturesNeeded ?? 1, settlement.signaturesNeeded ?? 1);
  const where = { [`${path}.id`]: authorisationId, [`${path}.outcome`]: null, [`${prefix}signedBy`]: signedBy };
  const noted = { [`${path}.outcome`]: outcome };
  if (authorisation.outcome !== undefined) return { verdict: 'toldBefore', where, set: {}, noted: {} };
  if (outcome === 'failed') return { verdict: 'refused', where, set: noted, noted };
  // Whoever approved is known: without that nobody can be kept from approving twice.
  if (psu === undefined) throw new Xs2aError('fieldInvalid', { path: 'psu' });
  if (signedBy.includes(psu.psuId)) return { verdict: 'notCounted', where, set: noted, noted };
  const set = {
    ...noted,
    [`${prefix}signedBy`]: [...signedBy, psu.psuId],
    [`${prefix}signaturesNeeded`]: signaturesNeeded,
  };
  return { verdict: signedBy.length + 1 < signaturesNeeded ? 'partlyAuthorised' : 'authorised', where, set, noted };
}

/** Whether some authorisation besides one is still open, as far as the owner knows. */
export function hasOpen({ authorisations }: Approvals, besides?: string): boolean {
  return authorisations.some(({ id, outcome }) => outcome === undefined && id !== besides);
}
