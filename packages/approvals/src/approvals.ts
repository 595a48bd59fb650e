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
  /** Held here: sca gets it when somebody first touches it. The name of the key that its link is made with (decision 64). */
  linkKey: z.string().optional(),
  /** The name of the TPP when it was started; kept with what is held. */
  tppName: z.string().optional(),
  /** sca has asked for what was held, and has it or will ask again. */
  handedOver: z.literal(true).optional(),
  /** When what is held failed, because its parent ended or can no longer be authorised alone. */
  abandonedAt: z.date().optional(),
});
export type StartedAuthorisation = z.infer<typeof StartedAuthorisation>;

/** The authorisations of a resource and the PSUs that approved it. */
export const Approvals = z.object({
  authorisations: z.array(StartedAuthorisation),
  /** Number of PSUs that must approve; absent until the bank has stated it. */
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

/** Whether sca does not have it: nobody has touched it. */
export function isUntouched({ linkKey, handedOver }: StartedAuthorisation): boolean {
  return linkKey !== undefined && handedOver === undefined;
}

/** The authorisations of sca, other than `besides`, that have no outcome yet, as far as the owner knows. */
export function openAtSca({ authorisations }: Approvals, besides?: string): StartedAuthorisation[] {
  return authorisations.filter((one) => one.outcome === undefined && one.id !== besides && !isUntouched(one));
}
