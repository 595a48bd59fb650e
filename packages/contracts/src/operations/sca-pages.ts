import { z } from 'zod';
import { ScaStatus } from '../statuses/sca-status.ts';
import { AccountReference } from '../values/account-reference.ts';
import { AuthorisingPsu } from '../values/parties.ts';
import { PasskeyAssertion, PasskeyRequestOptions } from '../values/passkeys.ts';
import { ScaContent } from '../values/sca/sca-content.ts';
import { ChallengeData, ScaMethod } from '../values/sca/sca-methods.ts';
import { ScaProblem } from '../values/sca/sca-problem.ts';
import { operation } from './operation.ts';

/** Current step of the PSU. */
export const ScaStep = z.enum([
  'authentication',
  /** PSUs whose first factor the TPP has sent continue here. */
  'continuation',
  'methodSelection',
  'transactionAuthorisation',
  /** The PSU answers on its own device; the page waits. */
  'deviceApproval',
  'result',
]);
export type ScaStep = z.infer<typeof ScaStep>;

/** An account that the PSU may grant access to; `key` identifies it in the form. */
export const OfferedAccount = z.object({ key: z.string(), reference: AccountReference, name: z.string() });
export type OfferedAccount = z.infer<typeof OfferedAccount>;

/** Data of a portal page. */
export const ScaView = z.object({
  authorisationId: z.string(),
  step: ScaStep,
  scaStatus: ScaStatus,
  tppName: z.string(),
  /** organizationIdentifier, with which pages show the TPP's authorisation number and authority. */
  tppId: z.string().optional(),
  content: ScaContent,
  /** PSU-ID that the TPP sent, for the sign-in. */
  namedPsuId: z.string().optional(),
  /** Known once the PSU has signed in. */
  psu: AuthorisingPsu.optional(),
  /** Names of the accounts concerned, by IBAN or masked PAN, as given by the bank; only after sign-in. */
  accountNames: z.record(z.string(), z.string()).optional(),
  /** Accounts to choose from, if the TPP left the choice to PSU and bank. */
  offeredAccounts: z.array(OfferedAccount).optional(),
  scaMethods: z.array(ScaMethod).optional(),
  chosenScaMethod: ScaMethod.optional(),
  /** At `methodSelection`: no method is needed, because the sign-in at the bank covered both factors. The PSU reviews and approves. */
  bothFactors: z.literal(true).optional(),
  challenge: ChallengeData.optional(),
  /** Instead of a challenge: options for the request to the PSU's passkey. */
  passkey: PasskeyRequestOptions.optional(),
  problem: ScaProblem.optional(),
  attemptsLeft: z.number().optional(),
  /** If several PSUs must approve: the required number, and the number given before this authorisation. Only after sign-in. */
  signatures: z.object({ needed: z.int().min(2), given: z.int() }).optional(),
  /** It failed because the PSU declined. */
  declined: z.literal(true).optional(),
  /** Target of the browser at the step `result`: TPP-Redirect-URI, or TPP-Nok-Redirect-URI after a refusal. */
  returnUri: z.string().optional(),
  /** Possible targets at every step, for the security policy of a page with a form. */
  returnUris: z.array(z.string()).optional(),
});
export type ScaView = z.infer<typeof ScaView>;

/** A view, and the session token for the next step: a new one after every step (against session fixation). */
export const ScaStepped = z.object({ view: ScaView, session: z.string().optional() });

/** Sessions of other links in the same browser: a PSU with an open session may continue without password (decision 80). */
const otherSessions = z.array(z.string()).max(10).optional();

/** Shows the content of an `scaRedirect` link before sign-in. Changes nothing. */
export const openRedirect = operation('sca.openRedirect', {
  hop: 'read',
  request: z.object({ redirectReference: z.string(), otherSessions }),
  reply: z.object({ view: ScaView }),
});

/** Returns the redirect URI for an expired link. Nothing else is disclosed. */
export const readWayBack = operation('sca.readWayBack', {
  hop: 'read',
  request: z.object({ redirectReference: z.string() }),
  reply: z.object({ tppName: z.string(), returnUri: z.string().optional() }),
});

/** First factor. It uses up the link: afterwards only the session is valid. */
export const authenticatePsu = operation('sca.authenticatePsu', {
  hop: 'write',
  request: z.object({
    redirectReference: z.string(),
    psuId: z.string().min(1).max(100),
    password: z.string().min(1).max(200),
    corporateId: z.string().max(100).optional(),
    /** The hidden token of the form: submitted twice with the same input, it is one attempt. */
    formToken: z.string().max(100).optional(),
    language: z.enum(['hr', 'en']).default('hr'),
  }),
  reply: ScaStepped,
});

/** Continues after a first factor that the TPP has sent. The link is valid for one browser, once. */
export const continueAuthorisation = operation('sca.continueAuthorisation', {
  hop: 'write',
  request: z.object({ redirectReference: z.string(), otherSessions, language: z.enum(['hr', 'en']).optional() }),
  reply: ScaStepped,
});

/** Session of a browser, and the link at which it is used. A session of another link is not accepted. */
const session = { session: z.string(), redirectReference: z.string().optional() };

export const readSession = operation('sca.readSession', {
  hop: 'read',
  request: z.object(session),
  reply: z.object({ view: ScaView }),
});

/** The PSU to whom the form was shown. A request for another PSU is refused. */
const shownTo = z.string().max(100).optional();

/** Keys of the chosen accounts. */
const chosenAccounts = z.array(z.string().max(64)).max(1_000).optional();

/** Chooses a method (and the accounts, if the PSU may choose), or asks for a new code of the chosen one. */
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

/** Approves after a sign-in with both factors, and chooses the accounts, if the PSU may choose. */
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

/** The PSU declines: with the session, or with the link before sign-in. */
export const declineAuthorisation = operation('sca.declineAuthorisation', {
  hop: 'write',
  request: z.union([z.object(session), z.object({ redirectReference: z.string() })]),
  reply: ScaStepped,
});
