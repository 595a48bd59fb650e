import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** The authenticator app of a PSU. The PSU-ID is the key: each PSU has one app at most. */
export const TotpSecret = z.object({
  _id: z.string(),
  /** Encrypted with the factor key, for this PSU-ID. */
  secret: z.string(),
  /** The newest time step accepted. Codes of this step and of earlier ones no longer count (RFC 6238, 5.2). */
  lastStep: z.int(),
  /** The attempt for which the step was accepted, if it has an id. */
  lastAttempt: z.string().optional(),
  createdAt: z.date(),
  lastUsedAt: z.date().optional(),
  /** The sign-in in which it was enrolled, as evidence of who did it. */
  loginId: z.string(),
});
export type TotpSecret = z.infer<typeof TotpSecret>;

export const TOTP_SECRETS = storedCollection('totpSecrets', TotpSecret);
