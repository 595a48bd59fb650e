import { z } from 'zod';
import { ScaApproach, ScaOutcome, ScaStatus } from '../statuses/sca-status.ts';
import { Grant } from '../values/access-rights.ts';
import { AccountReference } from '../values/account-reference.ts';
import { AuthorisingPsu } from '../values/parties.ts';
import { PayeeVerification } from '../values/payee-verification.ts';
import { PayeeCounts } from '../values/sca/bulk-payees.ts';
import { ScaParent } from '../values/sca/sca-content.ts';
import { ChallengeData, ScaMethod } from '../values/sca/sca-methods.ts';

/** Data that a TPP sends to an authorisation on the PSU's behalf; a request contains one kind (decision 21). */
export const ScaInput = z.discriminatedUnion('kind', [
  /** Only the identification of the PSU, in the headers. */
  z.object({ kind: z.literal('identification') }),
  z.object({ kind: z.literal('authentication'), password: z.string() }),
  z.object({ kind: z.literal('encryptedAuthentication'), encryptedPassword: z.string() }),
  z.object({ kind: z.literal('methodSelection'), authenticationMethodId: z.string() }),
  /** The account that pays, one of those offered to the PSU. */
  z.object({ kind: z.literal('accountSelection'), debtorAccount: AccountReference }),
  z.object({ kind: z.literal('transactionAuthorisation'), scaAuthenticationData: z.string() }),
  z.object({ kind: z.literal('confirmation'), confirmationCode: z.string() }),
  /** Confirmation by the access token issued after the approval; the gateway has verified it (decision 97). */
  z.object({ kind: z.literal('confirmationByToken') }),
]);
export type ScaInput = z.infer<typeof ScaInput>;

/** An authorisation as shown to its TPP, with the data for status, body, links and headers (decision 20). */
export const AuthorisationState = z.object({
  authorisationId: z.string(),
  scaStatus: ScaStatus,
  scaApproach: ScaApproach,
  psuKnown: z.boolean(),
  /** The random part of the `scaRedirect` link. */
  redirectReference: z.string().optional(),
  /** The TPP must confirm after the redirect (decision 22). */
  confirmationNeeded: z.boolean().optional(),
  /** The approach is still open: it follows from the chosen one of `scaMethods`, whatever `scaApproach` says (decision 20). */
  approachOpen: z.literal(true).optional(),
  /** Methods to choose from. */
  scaMethods: z.array(ScaMethod).optional(),
  chosenScaMethod: ScaMethod.optional(),
  /** Accounts that may pay the order, one of which the PSU must choose before a method. */
  debtorAccounts: z.array(z.object({ account: AccountReference, name: z.string() })).optional(),
  challengeData: ChallengeData.optional(),
  psuMessage: z.string().optional(),
  /** Cause of the failure, if it may be disclosed to the TPP. */
  failure: z.literal('scaMethodUnknown').optional(),
});
export type AuthorisationState = z.infer<typeof AuthorisationState>;

/** SCA data for the creation of a resource: determines links and headers of the answer (decision 20). */
export const scaStart = {
  /** Absent while it is open. */
  scaApproach: ScaApproach.optional(),
  psuKnown: z.boolean(),
  /** The session of a consent provided the first factor, so none is requested (decision 80). */
  firstFactorGiven: z.literal(true).optional(),
  /** Methods that determine the approach: the TPP chooses one at the start (decision 20). */
  scaMethods: z.array(ScaMethod).optional(),
  /** Absent if the TPP starts it: explicit start, or several signers (decision 20). */
  authorisation: AuthorisationState.optional(),
};

/** Reply of the parent's owner to a settlement, in addition to the status of the parent. */
export const settlementReply = {
  /** Whether the approval of the PSU counts; absent for a refusal, and from an older owner. */
  counted: z.boolean().optional(),
};

/** Outcome of an authorisation. Idempotent by `authorisationId` at the owner of the parent. */
export const Settlement = z.object({
  authorisationId: z.string(),
  parent: ScaParent,
  outcome: ScaOutcome,
  /** Hash of the content, as requested by the owner. */
  contentHash: z.string(),
  /** The accounts that the PSU chose, if the TPP's request did not name any. */
  grants: z.array(Grant).optional(),
  /** The account that the PSU chose for a payment whose TPP named none. */
  debtorAccount: AccountReference.optional(),
  /** The result of the verification of payee that the PSU was shown. */
  payeeVerification: PayeeVerification.optional(),
  /** For a bulk: how many payees it was shown with each result. */
  payeeCounts: PayeeCounts.optional(),
  psu: AuthorisingPsu.optional(),
  /** When the PSU approved or was exempted: the ten seconds of an instant payment begin. Absent from an older sca. */
  approvedAt: z.iso.datetime().optional(),
  /** Number of PSUs that must approve, as stated by the bank for the accounts concerned; default: one. */
  signaturesNeeded: z.int().min(1).optional(),
});
export type Settlement = z.infer<typeof Settlement>;
