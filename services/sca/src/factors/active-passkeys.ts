import type { PasskeyHandle } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Passkey } from '../model/passkey.ts';

/** The passkeys with which a PSU may approve, the oldest first. */
export function activePasskeys({ passkeys }: Pick<ScaContext, 'passkeys'>, psuId: string): Promise<Passkey[]> {
  return passkeys
    .find({ psuId, removedAt: { $exists: false } })
    .sort({ createdAt: 1 })
    .toArray();
}

export function handleOf({ _id, transports }: Passkey): PasskeyHandle {
  return { id: _id, ...(transports && { transports }) };
}
