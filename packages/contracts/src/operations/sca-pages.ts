import { z } from 'zod';
import { ScaStatus } from '../statuses/sca-status.ts';
import { AccountReference } from '../values/account-reference.ts';
import { AuthorisingPsu } from '../values/parties.ts';
import { PasskeyAssertion, PasskeyRequestOptions } from '../values/passkeys.ts';
import { ScaContent } from '../values/sca-content.ts';
import { ChallengeData, ScaMethod } from '../values/sca-methods.ts';
import { ScaProblem } from '../values/sca-problem.ts';
import { operation } from './operation.ts';

/** The step at which a PSU stands. */
export const ScaStep = z.enum([
  'authentication',
  /** PSUs who gave their first factor at the TPP continue here. */
  'continuation',
  'methodSelection',
  'transactionAuthorisation',
  /** The PSU answers on its own device; the page waits. */
  'deviceApproval',
  'result',
]);
export type ScaStep = z.infer<typeof ScaStep>;

/** An account that the PSU may choose to open to the TPP; `key` names it in the form. */
export const OfferedAccount = z.object({ key: z.string(), reference: AccountReference, name: z.string() });
export type OfferedAccount = z.infer<typeof OfferedAccount>;

/** Data of a portal page. */
export const ScaView = z.object({
  authorisationId: z.string(),
  step: ScaStep,
  scaStatus: ScaStatus,
  tppName: z.string(),
  /** organizationIdentifier: pages say under which number and by whom the TPP is authorised. */
  tppId: z.string().optional(),
  content: ScaContent,
  /** Known once the PSU signed in. */
  psu: AuthorisingPsu.optional(),
  /** Names of the accounts concerned, by IBAN or masked PAN, as the bank calls them; only once the PSU signed in. */
  accountNames: z.record(z.string(), z.string()).optional(),
  /** Accounts to choose from, where the TPP left the choice to PSU and bank. */
  offeredAccounts: z.array(OfferedAccount).optional(),
  scaMethods: z.array(ScaMethod).optional(),
  chosenScaMethod: ScaMethod.optional(),
  /** At `methodSelection`: no method is needed, because the sign-in at the bank was both factors. The PSU reviews and approves. */
  bothFactors: z.literal(true).optional(),
  challenge: ChallengeData.optional(),
  /** In place of a challenge: what the browser asks the PSU's passkey. */
  passkey: PasskeyRequestOptions.optional(),
  problem: ScaProblem.optional(),
  attemptsLeft: z.number().optional(),
  /**
   * Where several PSUs must approve: how many, and how many had when this authorisation began. Once the PSU signed in.
   */
  signatures: z.object({ needed: z.int().min(2), given: z.int() }).optional(),
  /** It failed because the PSU declined. */
  declined: z.literal(true).optional(),
  /** Where the browser goes at the step `result`: TPP-Redirect-URI, or TPP-Nok-Redirect-URI after a refusal. */
  returnUri: z.string().optional(),
  /** Where it may go, at every step: the policy of a page with a form names them. */
  returnUris: z.array(z.string()).optional(),
});
export type ScaView = z.infer<typeof ScaView>;

/** A view, and the session under which the next step is taken: a new token after every step (session fixation). */
export const ScaStepped = z.object({ view: ScaView, session: z.string().optional() });

/** Sessions of other links in the same browser: a PSU who is known by one may continue without its password (decision 80). */
const otherSessions = z.array(z.string()).max(10).optional();

/** Shows what an `scaRedirect` link is about, before the PSU signed in. Changes nothing. */
export const openRedirect = operation('sca.openRedirect', {
  hop: 'read',
  request: z.object({ redirectReference: z.string(), otherSessions }),
  reply: z.object({ view: ScaView }),
});

/** Where the browser returns to from an expired link. Nothing else of it is disclosed. */
export const readWayBack = operation('sca.readWayBack', {
  hop: 'read',
  request: z.object({ redirectReference: z.string() }),
  reply: z.object({ tppName: z.string(), returnUri: z.string().optional() }),
});

/** First factor. With it the link is used up: only the session leads on. */
export const authenticatePsu = operation('sca.authenticatePsu', {
  hop: 'write',
  request: z.object({
    redirectReference: z.string(),
    psuId: z.string().min(1).max(100),
    password: z.string().min(1).max(200),
    corporateId: z.string().max(100).optional(),
    /** The hidden token of the form: pressed twice with the same input it is one attempt. */
    formToken: z.string().max(100).optional(),
    language: z.enum(['hr', 'en']).default('hr'),
  }),
  reply: ScaStepped,
});

/** Goes on where the PSU stood at its TPP, which had its first factor: the link does so for one browser, once. */
export const continueAuthorisation = operation('sca.continueAuthorisation', {
  hop: 'write',
  request: z.object({ redirectReference: z.string(), otherSessions, language: z.enum(['hr', 'en']).optional() }),
  reply: ScaStepped,
});

/** The session of a browser, and the link at which it is used: that of another link leads nowhere. */
const session = { session: z.string(), redirectReference: z.string().optional() };

export const readSession = operation('sca.readSession', {
  hop: 'read',
  request: z.object(session),
  reply: z.object({ view: ScaView }),
});

/** The PSU to whom the form was shown: that of another one is refused. */
const shownTo = z.string().max(100).optional();

/** Keys of the chosen accounts. */
const chosenAccounts = z.array(z.string().max(64)).max(1_000).optional();

/** Chooses a method (and the accounts, where the choice is the PSU's), or asks for a new code of the chosen one. */
export const selectMethod = operation('sca.selectMethod', {
  hop: 'write',
  request: z.object({
    ...session,
    authenticationMethodId: z.string().max(35),
    accounts: chosenAccounts,
    language: z.enum(['hr', 'en']).default('hr'),
    psuId: shownTo,
  }),
  reply: ScaStepped,
});

/** Approves after a sign-in that was both factors, and chooses the accounts, where the choice is the PSU's. */
export const approveSignedIn = operation('sca.approveSignedIn', {
  hop: 'write',
  request: z.object({ ...session, accounts: chosenAccounts, psuId: shownTo }),
  reply: ScaStepped,
});

/** Second factor: the one-time code, or the answer of a passkey. */
export const authoriseTransaction = operation('sca.authoriseTransaction', {
  hop: 'write',
  request: z.union([
    z.object({ ...session, scaAuthenticationData: z.string().min(1).max(100), psuId: shownTo }),
    z.object({ ...session, passkey: PasskeyAssertion, psuId: shownTo }),
  ]),
  reply: ScaStepped,
});

/** The PSU says no: with the session, or before signing in with the link. */
export const declineAuthorisation = operation('sca.declineAuthorisation', {
  hop: 'write',
  request: z.union([z.object(session), z.object({ redirectReference: z.string() })]),
  reply: ScaStepped,
});
