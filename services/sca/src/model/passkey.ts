import { PasskeyDescriptor } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** A passkey of a PSU, by its credential id. A removed passkey is kept as evidence of what it approved. */
export const Passkey = z.object({
  _id: z.string(),
  psuId: z.string(),
  name: z.string(),
  /** COSE key in base64url. */
  publicKey: z.string(),
  /** Signature counter, where the authenticator has one; it only grows (WebAuthn Level 3, 6.1.1). */
  counter: z.int(),
  transports: PasskeyDescriptor.shape.transports,
  userHandle: z.string(),
  /** `multiDevice`: synchronised between the PSU's devices. */
  deviceType: z.enum(['singleDevice', 'multiDevice']),
  createdAt: z.date(),
  lastUsedAt: z.date().optional(),
  removedAt: z.date().optional(),
  /** The sign-ins in which it was enrolled and removed, as evidence of who did it. */
  loginId: z.string(),
  removedInLoginId: z.string().optional(),
});
export type Passkey = z.infer<typeof Passkey>;

export const PASSKEYS = storedCollection('passkeys', Passkey, { indexes: [{ key: { psuId: 1 } }] });
