import { z } from 'zod';
import { AuthorisingPsu } from '../values/parties.ts';
import { PasskeyAssertion, PasskeyRequestOptions } from '../values/passkeys.ts';
import { ChallengeData, ScaMethod } from '../values/sca/sca-methods.ts';
import { BANK_SIGN_IN_PROBLEMS } from '../values/sca/sca-problem.ts';
import { operation } from './operation.ts';
import { ScaStep } from './sca-pages.ts';

/** Reason why the last input was not accepted. Never discloses whether PSU-ID or password was wrong (RTS 2018/389, Art. 4). */
export const LoginProblem = z
  .enum([
    'credentialsInvalid',
    'serviceBlocked',
    'codeInvalid',
    'codeExpired',
    'passkeyInvalid',
    'passkeyExpired',
    /** Too many wrong inputs for this PSU-ID, known or not: blocked for some minutes. */
    'signInClosed',
    'scaMethodMissing',
    ...BANK_SIGN_IN_PROBLEMS,
  ])
  .meta({ announced: [...BANK_SIGN_IN_PROBLEMS] });
export type LoginProblem = z.infer<typeof LoginProblem>;

/** Sign-in of a PSU at the bank's own pages, outside of any authorisation. Complete at the step `result`. */
export const LoginView = z.object({
  step: ScaStep,
  psu: AuthorisingPsu.optional(),
  /** Names of the PSU's accounts, by IBAN or masked PAN, as given by the bank; only after sign-in. */
  accountNames: z.record(z.string(), z.string()).optional(),
  scaMethods: z.array(ScaMethod).optional(),
  chosenScaMethod: ScaMethod.optional(),
  challenge: ChallengeData.optional(),
  /** Instead of a challenge: options for the request to the PSU's passkey. */
  passkey: PasskeyRequestOptions.optional(),
  problem: LoginProblem.optional(),
  attemptsLeft: z.number().optional(),
});
export type LoginView = z.infer<typeof LoginView>;

/** A view, and the session token for the next step: a new one after every step (against session fixation). */
export const LoginStepped = z.object({ view: LoginView, session: z.string().optional() });

const language = z.enum(['hr', 'en']).default('hr');

/** First factor. A PSU with only one method gets its code at once. */
export const signIn = operation('sca.signIn', {
  hop: 'write',
  request: z.object({
    psuId: z.string().min(1).max(100),
    password: z.string().min(1).max(200),
    corporateId: z.string().max(100).optional(),
    /** The hidden token of the form: submitted twice with the same input, it is one attempt (decision 22). */
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

/** Second factor. Only this completes the sign-in; the token with which it was entered becomes invalid. */
export const confirmSignIn = operation('sca.confirmSignIn', {
  hop: 'write',
  request: z.union([
    z.object({ session: z.string(), scaAuthenticationData: z.string().min(1).max(100) }),
    z.object({ session: z.string(), passkey: PasskeyAssertion }),
  ]),
  reply: LoginStepped,
});

/** Reads the signed-in PSU, or the current step of the sign-in. Viewing a page counts as activity. */
export const readLogin = operation('sca.readLogin', {
  hop: 'write',
  request: z.object({ session: z.string() }),
  reply: z.object({ view: LoginView }),
});

/** Ends the session at once. One that has ended is not changed. */
export const signOut = operation('sca.signOut', {
  hop: 'write',
  request: z.object({ session: z.string() }),
  reply: z.object({ signedOut: z.literal(true) }),
});
