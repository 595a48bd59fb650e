import { z } from 'zod';

/** A factor being enrolled in a sign-in. The PSU's authenticator or app must answer once, and in time. */
export const PendingFactor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('passkey'), challenge: z.string(), userHandle: z.string(), until: z.date() }),
  /** The secret is encrypted as it will be stored: with the factor key, for this PSU-ID. */
  z.object({ kind: z.literal('totp'), secret: z.string(), until: z.date() }),
]);
export type PendingFactor = z.infer<typeof PendingFactor>;
