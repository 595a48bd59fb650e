import { PsuData, ScaOutcome, ScaWishes } from '@xs2a/contracts';
import { z } from 'zod';

/** An authorisation as the owner of its parent stores it. The list only grows, so an authorisation keeps its index. */
export const StartedAuthorisation = z.object({
  id: z.string(),
  /** The request that started it. Repeated, it gets the same authorisation. */
  requestId: z.string(),
  fingerprint: z.string(),
  /** Of what the PSU is asked to approve; absent where it is the parent's own content. */
  contentHash: z.string().optional(),
  outcome: ScaOutcome.optional(),
});
export type StartedAuthorisation = z.infer<typeof StartedAuthorisation>;

/** The authorisations of a resource and the PSUs that approved it. */
export const Approvals = z.object({
  authorisations: z.array(StartedAuthorisation),
  /** How many PSUs must approve; absent while the bank has not said. */
  signaturesNeeded: z.int().optional(),
  /** PSUs whose approval counts, each once. */
  signedBy: z.array(z.string()),
});
export type Approvals = z.infer<typeof Approvals>;

/** Fields of every stored resource that PSUs approve. */
export const APPROVABLE_FIELDS = {
  tppId: z.string(),
  requestId: z.string(),
  fingerprint: z.string(),
  namedPsu: PsuData.optional(),
  wishes: ScaWishes,
  /** Of what the PSUs approve. */
  contentHash: z.string(),
  ...Approvals.shape,
};
const Approvable = z.object(APPROVABLE_FIELDS);
export type Approvable = z.infer<typeof Approvable>;

/** Whether some authorisation other than `besides` has no outcome yet, as far as the owner knows. */
export function hasOpen({ authorisations }: Approvals, besides?: string): boolean {
  return authorisations.some(({ id, outcome }) => outcome === undefined && id !== besides);
}
