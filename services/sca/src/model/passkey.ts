import { PasskeyDescriptor } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';
import type { ScaRoom } from '../context.ts';

/** A passkey of a PSU, by its credential id. One that was removed is kept as evidence of what it approved. */
export const Passkey = z.object({
  _id: z.string(),
  psuId: z.string(),
  name: z.string(),
  /** COSE key in base64url. */
  publicKey: z.string(),
  /** Of signatures, where the authenticator counts them: it only grows (WebAuthn Level 3, 6.1.1). */
  counter: z.int(),
  transports: PasskeyDescriptor.shape.transports,
  userHandle: z.string(),
  /** Whether it lives on one device, or travels with an account of the PSU's. */
  deviceType: z.enum(['singleDevice', 'multiDevice']),
  createdAt: z.date(),
  lastUsedAt: z.date().optional(),
  removedAt: z.date().optional(),
  /** The sign-ins in which it was added and removed: evidence of who did it. */
  loginId: z.string(),
  removedInLoginId: z.string().optional(),
});
export type Passkey = z.infer<typeof Passkey>;

export const PASSKEYS = storedCollection('passkeys', Passkey, { indexes: [{ key: { psuId: 1 } }] });

/** The passkeys with which a PSU may approve, the oldest first. */
export function passkeysOf({ passkeys }: Pick<ScaRoom, 'passkeys'>, psuId: string): Promise<Passkey[]> {
  return passkeys
    .find({ psuId, removedAt: { $exists: false } })
    .sort({ createdAt: 1 })
    .toArray();
}

export function handleOf({ _id, transports }: Passkey): PasskeyDescriptor {
  return { id: _id, ...(transports && { transports }) };
}
