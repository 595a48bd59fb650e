import type { PasskeyDescriptor } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Passkey } from '../model/passkey.ts';

/** Returns the passkeys with which a PSU may approve, oldest first. */
export async function activePasskeys({ passkeys }: Pick<ScaContext, 'passkeys'>, psuId: string): Promise<Passkey[]> {
  const active = await passkeys.find({ psuId, removedAt: { $exists: false } }).toArray();
  return active.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

export function descriptorOf({ _id, transports }: Passkey): PasskeyDescriptor {
  return { id: _id, ...(transports && { transports }) };
}
