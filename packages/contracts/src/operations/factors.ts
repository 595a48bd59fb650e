import { z } from 'zod';
import { AuthorisingPsu } from '../values/parties.ts';
import { PasskeyAttestation, PasskeyCreationOptions } from '../values/passkeys.ts';
import { OwnFactor } from '../values/sca/sca-methods.ts';
import { operation } from './operation.ts';

/** Reason why a factor could not be added. */
export const FactorProblem = z.enum([
  /** The PSU signed in too long ago to add a factor. */
  'signInTooOld',
  /** The PSU signed in with a factor that cannot authorise payments, and must not add one that can. */
  'signInTooWeak',
  /** Adding was not started, took too long, or was ended elsewhere. */
  'addingOver',
  'passkeyNotMade',
  'passkeysTooMany',
  'totpPresent',
  'totpInvalid',
  /** Too many wrong inputs for this PSU-ID. */
  'signInClosed',
]);
export type FactorProblem = z.infer<typeof FactorProblem>;

/** Times in ISO 8601. */
const used = { createdAt: z.string(), lastUsedAt: z.string().optional() };

/** Factors of the signed-in PSU, and the factor being added. */
export const FactorsView = z.object({
  psu: AuthorisingPsu,
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), ...used })),
  totp: z.object(used).optional(),
  /** Whether the sign-in is recent and strong enough to add a factor. */
  mayAdd: z.boolean(),
  adding: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('passkey'), order: PasskeyCreationOptions }),
      /** The secret in Base32, and as a link for authenticator apps. */
      z.object({ kind: z.literal('totp'), secret: z.string(), link: z.string() }),
    ])
    .optional(),
});
export type FactorsView = z.infer<typeof FactorsView>;

const session = z.string();
/** The session token for the next step; absent if the session has ended. */
const FactorStepped = z.object({
  session: z.string().optional(),
  problem: FactorProblem.optional(),
  attemptsLeft: z.number().optional(),
});

/** Viewing the page counts as activity. */
export const readFactors = operation('sca.readFactors', {
  hop: 'write',
  request: z.object({ session }),
  reply: z.object({ view: FactorsView }),
});

/** Starts adding a factor and abandons any earlier attempt. Needs a sign-in in the last few minutes. */
export const beginFactor = operation('sca.beginFactor', {
  hop: 'write',
  request: z.object({ session, kind: OwnFactor }),
  reply: FactorStepped,
});

/** Stores the passkey that the PSU's authenticator created for the request; each request is valid once. */
export const confirmPasskey = operation('sca.confirmPasskey', {
  hop: 'write',
  request: z.object({ session, name: z.string().trim().min(1).max(40), made: PasskeyAttestation }),
  reply: FactorStepped,
});

/** The first code proves that the app has the secret. A wrong code counts like any wrong input. */
export const confirmTotp = operation('sca.confirmTotp', {
  hop: 'write',
  request: z.object({ session, code: z.string().min(1).max(100) }),
  reply: FactorStepped,
});

/** From the reply on, the factor approves nothing. A factor that was already removed stays removed. */
export const removeFactor = operation('sca.removeFactor', {
  hop: 'write',
  request: z.discriminatedUnion('kind', [
    z.object({ session, kind: z.literal('passkey'), id: z.string() }),
    z.object({ session, kind: z.literal('totp') }),
  ]),
  reply: FactorStepped,
});
