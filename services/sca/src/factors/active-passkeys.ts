import type { PasskeyDescriptor } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Passkey } from '../model/passkey.ts';

/** The passkeys with which a PSU may approve, the oldest first. */
export function activePasskeys({ passkeys }: Pick<ScaContext, 'passkeys'>, psuId: string): Promise<Passkey[]> {
  return passkeys
    .find({ psuId, removedAt: { $exists: false } })
    .sort({ createdAt: 1 })
    .toArray();
}

export function descriptorOf({ _id, transports }: Passkey): PasskeyDescriptor {
  return { id: _id, ...(transports && { transports }) };
}
