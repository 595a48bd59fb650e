import { PsuData, ScaOutcome, ScaWishes } from '@xs2a/contracts';
import { z } from 'zod';

/** An authorisation as stored by the owner of its parent. The list only grows, so an authorisation keeps its index. */
export const StartedAuthorisation = z.object({
  id: z.string(),
  /** The request that started it. A repeated request gets the same authorisation. */
  requestId: z.string(),
  fingerprint: z.string(),
  /** Hash of the content for approval; absent if it is that of the parent. */
  contentHash: z.string().optional(),
  outcome: ScaOutcome.optional(),
  /** For an authorisation stored here until its first use, when sca takes it over: the id of the key for its link (decision 64). */
  linkKey: z.string().optional(),
  /** Name of the TPP at the start; stored with a held authorisation. */
  tppName: z.string().optional(),
  /** sca has requested the held authorisation, and has it or will request it again. */
  handedOver: z.literal(true).optional(),
  /** Time when a held authorisation failed, because its parent ended or can no longer be authorised separately. */
  abandonedAt: z.date().optional(),
});
export type StartedAuthorisation = z.infer<typeof StartedAuthorisation>;

/** The authorisations of a resource and the PSUs that approved it. */
export const Approvals = z.object({
  authorisations: z.array(StartedAuthorisation),
  /** Number of PSUs that must approve; absent until the bank has reported it. */
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
  /** Hash of the content for approval. */
  contentHash: z.string(),
  ...Approvals.shape,
};
const Approvable = z.object(APPROVABLE_FIELDS);
export type Approvable = z.infer<typeof Approvable>;

/** Whether sca does not have the authorisation, because it was never used. */
export function isUntouched({ linkKey, handedOver }: StartedAuthorisation): boolean {
  return linkKey !== undefined && handedOver === undefined;
}

/** Authorisations at sca, except `besides`, without a reported outcome. */
export function openAtSca({ authorisations }: Approvals, besides?: string): StartedAuthorisation[] {
  return authorisations.filter((one) => one.outcome === undefined && one.id !== besides && !isUntouched(one));
}
