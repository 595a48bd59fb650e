import { z } from 'zod';
import { ScaApproach, ScaStatus } from '../statuses/sca-status.ts';
import { CombinedSession, PsuData, ScaWishes } from '../values/parties.ts';
import { ScaContent, ScaParent } from '../values/sca/sca-content.ts';
import { MethodBeforeApproach, ScaMethod } from '../values/sca/sca-methods.ts';
import { AuthorisationState, ScaInput } from './authorisations.ts';
import { caller } from './caller.ts';
import { operation } from './operation.ts';

/** The owner of a parent starts an authorisation under an id that it has chosen, so that repeating the call changes nothing. */
export const startAuthorisation = operation('sca.startAuthorisation', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({
    ...caller,
    authorisationId: z.string(),
    parent: ScaParent,
    content: ScaContent,
    contentHash: z.string(),
    psu: PsuData.optional(),
    wishes: ScaWishes,
    /** Chosen by the owner from the profile and the preferences of the TPP. */
    scaApproach: ScaApproach,
    /** Methods from which the TPP has not chosen yet: the approach may still change (decision 20). */
    methodsToChoose: z.array(MethodBeforeApproach).optional(),
    /** The chosen method, which determines the approach. */
    pickedMethod: ScaMethod.optional(),
    /** PSUs whose approval counts already: none of them approves twice (decision 6). */
    signedBy: z.array(z.string()).default([]),
    /** Number of outcomes that do not count. After each further one, a PSU that is not in `signedBy` may approve again (decision 6). */
    signingRound: z.int().min(0).default(0),
    /** PSU whose first factor is reused. */
    combined: CombinedSession.optional(),
    /** Data that the TPP sent with the start. */
    input: ScaInput.optional(),
  }),
  reply: AuthorisationState,
});

/**
 * Whether the PSU of the request's access token has rights on everything concerned. Called before storing a resource or
 * authorisation that this PSU could not approve (decision 97).
 */
export const checkApprover = operation('sca.checkApprover', {
  hop: 'bank',
  request: z.object({ ...caller, psu: PsuData, content: ScaContent }),
  reply: z.object({ mayApprove: z.boolean() }),
});

/**
 * The TPP sends the next part of the PSU's data (decision 21). The same data with the same request id get the same answer,
 * without a second effect (decision 2).
 */
export const updatePsuData = operation('sca.updatePsuData', {
  hop: 'write',
  request: z.object({
    ...caller,
    parent: ScaParent,
    authorisationId: z.string(),
    /** `X-Request-ID` in lower case. An older gateway sends none. */
    requestId: z.string().max(36).optional(),
    psu: PsuData.optional(),
    /** `PSU-Corporate-ID`, if it was sent without PSU-ID. */
    corporateId: z.string().max(100).optional(),
    language: z.enum(['hr', 'en']).optional(),
    input: ScaInput,
  }),
  reply: AuthorisationState,
});

/** Public keys (RFC 7517, JWK Set) for encrypting passwords; empty if this is not offered. */
export const PublicKeys = z.object({
  keys: z.array(
    z.object({
      kty: z.string(),
      kid: z.string(),
      use: z.literal('enc'),
      alg: z.string(),
      n: z.string().optional(),
      e: z.string().optional(),
      crv: z.string().optional(),
      x: z.string().optional(),
      y: z.string().optional(),
    }),
  ),
});
export type PublicKeys = z.infer<typeof PublicKeys>;

export const readPasswordKeys = operation('sca.readPasswordKeys', {
  hop: 'read',
  request: z.object({}),
  reply: PublicKeys,
});

export const readScaStatus = operation('sca.readScaStatus', {
  hop: 'read',
  request: z.object({ ...caller, parent: ScaParent, authorisationId: z.string() }),
  reply: z.object({
    scaStatus: ScaStatus,
    psuMessage: z.string().optional(),
    /** For a single payment in a final status: whether its creditor is a trusted beneficiary (decision 81). */
    trustedBeneficiaryFlag: z.boolean().optional(),
  }),
});

/**
 * The bank reports the PSU's answer on its own device. Idempotent by `challengeId`; only valid for the content of the challenge,
 * and while that is the newest challenge of its authorisation.
 */
export const reportChallenge = operation('sca.reportChallenge', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({
    challengeId: z.string(),
    contentHash: z.string(),
    verdict: z.enum(['approved', 'declined']),
    account: z.string().optional().describe('Key of the chosen account, if the challenge offered several.'),
  }),
  reply: z.object({ scaStatus: ScaStatus }),
});

/**
 * Returns which of these authorisations exist. An owner records an id before it starts an authorisation, and may be interrupted
 * in between.
 */
export const knownAuthorisations = operation('sca.knownAuthorisations', {
  hop: 'read',
  request: z.object({ authorisationIds: z.array(z.string()).max(1_000) }),
  reply: z.object({ authorisationIds: z.array(z.string()) }),
});

/** Repeats the outcome of an authorisation for an owner that was restored from a backup without it. */
export const repeatSettlement = operation('sca.repeatSettlement', {
  hop: 'write',
  request: z.object({ authorisationId: z.string() }),
  reply: z.object({ delivered: z.boolean() }),
});

/** Finds the open authorisation of a resource for which its TPP sends the PSU to OAuth. */
export const findForOAuth = operation('sca.findForOAuth', {
  hop: 'read',
  request: z.object({ tppId: z.string(), kinds: z.array(ScaParent.shape.kind), resourceId: z.string() }),
  reply: z.object({
    authorisationId: z.string(),
    tppName: z.string(),
    /** TPP-Redirect-URI and TPP-Nok-Redirect-URI, if the TPP sent them. */
    redirectUris: z.array(z.string()),
  }),
});

/** Makes the browser go from the last page of this authorisation to the authorisation server, and from there to the TPP. */
export const sendBackToOAuth = operation('sca.sendBackToOAuth', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({
    authorisationId: z.string(),
    /** An earlier version sends none. */
    tppId: z.string().optional(),
    returnUri: z.string(),
    redirectUri: z.string(),
  }),
  reply: z.object({ redirectReference: z.string() }),
});

/** Outcome of an authorisation for the browser of the approval; `open` for any other browser. */
export const readOAuthOutcome = operation('sca.readOAuthOutcome', {
  hop: 'read',
  request: z.object({ authorisationId: z.string(), session: z.string().optional() }),
  reply: z.object({ outcome: z.enum(['open', 'approved', 'refused']), redirectReference: z.string() }),
});

/** A parent ended before its authorisations: the open ones fail. Sent by the owner, may be repeated. */
export const abandonAuthorisations = operation('sca.abandonAuthorisations', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({
    parent: ScaParent,
    /** Authorisations that the owner had stored and handed over: sca may be about to take them over (decision 64). */
    handedOver: z.array(z.string()).max(10).optional(),
  }),
  reply: z.object({ abandoned: z.number() }),
});
