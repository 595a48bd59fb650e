import { z } from 'zod';

/** A factor that is being added in a sign-in: what the PSU's authenticator or app must answer, once and in time. */
export const AddedFactor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('passkey'), challenge: z.string(), userHandle: z.string(), until: z.date() }),
  /** The secret is kept as it will be: under the key of sca, for this PSU-ID. */
  z.object({ kind: z.literal('totp'), secret: z.string(), until: z.date() }),
]);
export type AddedFactor = z.infer<typeof AddedFactor>;
