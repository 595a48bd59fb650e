import { z } from 'zod';
import { AuthorisingPsu } from '../values/parties.ts';
import { PasskeyAttestation, PasskeyCreationOptions } from '../values/passkeys.ts';
import { OwnFactor } from '../values/sca-methods.ts';
import { operation } from './operation.ts';

/** Reason why adding a factor did not continue. */
export const FactorProblem = z.enum([
  /** The PSU signed in too long ago to add a factor. */
  'signInTooOld',
  /** The PSU signed in with a factor that pays nothing, and must not bring forth one that does. */
  'signInTooWeak',
  /** It was not begun, took too long, or was ended elsewhere. */
  'addingOver',
  'passkeyNotMade',
  'passkeysTooMany',
  'totpPresent',
  'totpInvalid',
  /** Too many wrong inputs for this PSU-ID. */
  'signInClosed',
]);
export type FactorProblem = z.infer<typeof FactorProblem>;

/** Moments are in ISO 8601. */
const used = { createdAt: z.string(), lastUsedAt: z.string().optional() };

/** The factors of who is signed in, and the one that is being added. */
export const FactorsView = z.object({
  psu: AuthorisingPsu,
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), ...used })),
  totp: z.object(used).optional(),
  /** Whether the sign-in is recent and strong enough to add a factor. */
  mayAdd: z.boolean(),
  adding: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('passkey'), order: PasskeyCreationOptions }),
      /** The secret in Base32, and as the link that authenticator apps read. */
      z.object({ kind: z.literal('totp'), secret: z.string(), link: z.string() }),
    ])
    .optional(),
});
export type FactorsView = z.infer<typeof FactorsView>;

const session = z.string();
/** The token for the next step; left out where the sign-in ended. */
const FactorStepped = z.object({
  session: z.string().optional(),
  problem: FactorProblem.optional(),
  attemptsLeft: z.number().optional(),
});

/** Looking at the page counts as activity. */
export const readFactors = operation('sca.readFactors', {
  hop: 'write',
  request: z.object({ session }),
  reply: z.object({ view: FactorsView }),
});

/** Begins to add a factor; what was begun before is given up. Needs a sign-in of the last minutes. */
export const beginFactor = operation('sca.beginFactor', {
  hop: 'write',
  request: z.object({ session, kind: OwnFactor }),
  reply: FactorStepped,
});

/** Keeps the passkey that the PSU's authenticator made for the order; each order counts once. */
export const confirmPasskey = operation('sca.confirmPasskey', {
  hop: 'write',
  request: z.object({ session, name: z.string().trim().min(1).max(40), made: PasskeyAttestation }),
  reply: FactorStepped,
});

/** The first code of the app shows that it has the secret. A wrong one counts as every wrong input does. */
export const confirmTotp = operation('sca.confirmTotp', {
  hop: 'write',
  request: z.object({ session, code: z.string().min(1).max(100) }),
  reply: FactorStepped,
});

/** From the answer on the factor approves nothing. One that is gone already stays gone. */
export const removeFactor = operation('sca.removeFactor', {
  hop: 'write',
  request: z.discriminatedUnion('kind', [
    z.object({ session, kind: z.literal('passkey'), id: z.string() }),
    z.object({ session, kind: z.literal('totp') }),
  ]),
  reply: FactorStepped,
});
