import { z } from 'zod';
import { ScaApproach, ScaOutcome, ScaStatus } from '../statuses/sca-status.ts';
import { Grant } from '../values/access-rights.ts';
import { AuthorisingPsu } from '../values/parties.ts';
import { ScaParent } from '../values/sca-content.ts';
import { ChallengeData, ScaMethod } from '../values/sca-methods.ts';

/** What a TPP sends to an authorisation on the PSU's behalf; a request holds one kind (decision 21). */
export const ScaInput = z.discriminatedUnion('kind', [
  /** The PSU's name alone, in the headers. */
  z.object({ kind: z.literal('identification') }),
  z.object({ kind: z.literal('authentication'), password: z.string() }),
  z.object({ kind: z.literal('encryptedAuthentication'), encryptedPassword: z.string() }),
  z.object({ kind: z.literal('methodSelection'), authenticationMethodId: z.string() }),
  z.object({ kind: z.literal('transactionAuthorisation'), scaAuthenticationData: z.string() }),
  z.object({ kind: z.literal('confirmation'), confirmationCode: z.string() }),
  /** By the access token that followed from the approval; the gateway has judged it (decision 97). */
  z.object({ kind: z.literal('confirmationByToken') }),
]);
export type ScaInput = z.infer<typeof ScaInput>;

/** An authorisation as its TPP may see it: what the gateway needs for status, body, links and headers (decision 20). */
export const AuthorisationState = z.object({
  authorisationId: z.string(),
  scaStatus: ScaStatus,
  scaApproach: ScaApproach,
  psuKnown: z.boolean(),
  /** The unguessable part of the `scaRedirect` link. */
  redirectReference: z.string().optional(),
  /** The TPP must confirm after the redirect (decision 22). */
  confirmationNeeded: z.boolean().optional(),
  /** The approach is not chosen yet: it follows from one of `scaMethods`, whatever `scaApproach` says (decision 20). */
  approachOpen: z.literal(true).optional(),
  /** To choose from. */
  scaMethods: z.array(ScaMethod).optional(),
  chosenScaMethod: ScaMethod.optional(),
  challengeData: ChallengeData.optional(),
  psuMessage: z.string().optional(),
  /** Cause of the failure, where the TPP may know it. */
  failure: z.literal('scaMethodUnknown').optional(),
});
export type AuthorisationState = z.infer<typeof AuthorisationState>;

/** How SCA begins for a new resource: decides links and headers of the answer to its creation (decision 20). */
export const scaStart = {
  /** Left out while it is open. */
  scaApproach: ScaApproach.optional(),
  psuKnown: z.boolean(),
  /** The session of a consent gave the first factor: none is asked for (decision 80). */
  firstFactorGiven: z.literal(true).optional(),
  /** Of which the approach follows: the TPP picks one at the start (decision 20). */
  scaMethods: z.array(ScaMethod).optional(),
  /** Left out where the TPP starts it: explicit start, or several signers (decision 20). */
  authorisation: AuthorisationState.optional(),
};

/** Reply of the parent's owner to a settlement, besides the status of the parent. */
export const settlementReply = {
  /** Whether the approval of the PSU counts; left out of a refusal, and by an older owner. */
  counted: z.boolean().optional(),
};

/** Outcome of an authorisation; idempotent by `authorisationId` at the owner of the parent. */
export const Settlement = z.object({
  authorisationId: z.string(),
  parent: ScaParent,
  outcome: ScaOutcome,
  /** Of the content as the owner asked for it. */
  contentHash: z.string(),
  /** The accounts that the PSU's approval named where the TPP's request did not. */
  grants: z.array(Grant).optional(),
  psu: AuthorisingPsu.optional(),
  /** Number of PSUs that must approve, as the bank states for the accounts concerned; one if left out. */
  signaturesNeeded: z.int().min(1).optional(),
});
export type Settlement = z.infer<typeof Settlement>;
