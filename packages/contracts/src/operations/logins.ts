import { z } from 'zod';
import { AuthorisingPsu } from '../values/parties.ts';
import { PasskeyAssertion, PasskeyRequestOptions } from '../values/passkeys.ts';
import { ChallengeData, ScaMethod } from '../values/sca-methods.ts';
import { BANK_SIGN_IN_PROBLEMS } from '../values/sca-problem.ts';
import { operation } from './operation.ts';
import { ScaStep } from './sca-pages.ts';

/** Reason why the last input was not accepted. Never says whether PSU-ID or password was wrong (RTS 2018/389, Art. 4). */
export const LoginProblem = z
  .enum([
    'credentialsInvalid',
    'serviceBlocked',
    'codeInvalid',
    'codeExpired',
    'passkeyInvalid',
    'passkeyExpired',
    /** Too many wrong inputs for this PSU-ID, known or not: closed for some minutes. */
    'signInClosed',
    'scaMethodMissing',
    ...BANK_SIGN_IN_PROBLEMS,
  ])
  .meta({ announced: [...BANK_SIGN_IN_PROBLEMS] });
export type LoginProblem = z.infer<typeof LoginProblem>;

/** A PSU signing in at the bank's own pages, outside of any authorisation. Signed in is who stands at `result`. */
export const LoginView = z.object({
  step: ScaStep,
  psu: AuthorisingPsu.optional(),
  /** Names of the PSU's accounts, by IBAN or masked PAN, as the bank calls them; only once the PSU is signed in. */
  accountNames: z.record(z.string(), z.string()).optional(),
  scaMethods: z.array(ScaMethod).optional(),
  chosenScaMethod: ScaMethod.optional(),
  challenge: ChallengeData.optional(),
  /** In place of a challenge: what the browser asks the PSU's passkey. */
  passkey: PasskeyRequestOptions.optional(),
  problem: LoginProblem.optional(),
  attemptsLeft: z.number().optional(),
});
export type LoginView = z.infer<typeof LoginView>;

/** A view, and the session under which the next step is taken: a new token after every step (session fixation). */
export const LoginStepped = z.object({ view: LoginView, session: z.string().optional() });

const language = z.enum(['hr', 'en']).default('hr');

/** First factor. A PSU with one method gets its code at once. */
export const signIn = operation('sca.signIn', {
  hop: 'write',
  request: z.object({
    psuId: z.string().min(1).max(100),
    password: z.string().min(1).max(200),
    corporateId: z.string().max(100).optional(),
    /** The hidden token of the form: pressed twice with the same input it is one attempt (decision 22). */
    formToken: z.string().max(100).optional(),
    language,
  }),
  reply: LoginStepped,
});

/** Chooses a method, or asks for a new code of the chosen one. */
export const selectSignInMethod = operation('sca.selectSignInMethod', {
  hop: 'write',
  request: z.object({ session: z.string(), authenticationMethodId: z.string().max(35), language }),
  reply: LoginStepped,
});

/** Second factor. With it, and not before, the PSU is signed in; the token that it was entered with opens nothing. */
export const confirmSignIn = operation('sca.confirmSignIn', {
  hop: 'write',
  request: z.union([
    z.object({ session: z.string(), scaAuthenticationData: z.string().min(1).max(100) }),
    z.object({ session: z.string(), passkey: PasskeyAssertion }),
  ]),
  reply: LoginStepped,
});

/** Reads who is signed in, or the current step of the sign-in. Viewing a page counts as activity. */
export const readLogin = operation('sca.readLogin', {
  hop: 'write',
  request: z.object({ session: z.string() }),
  reply: z.object({ view: LoginView }),
});

/** Ends the session at once. One that is over already stays over. */
export const signOut = operation('sca.signOut', {
  hop: 'write',
  request: z.object({ session: z.string() }),
  reply: z.object({ signedOut: z.literal(true) }),
});
