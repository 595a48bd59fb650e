import type { removeFactor as operation, RequestOf } from '@xs2a/contracts';
import type { ScaRoom } from '../context.ts';
import { type FactorStepped, factorStepped, findSignedIn } from './signed-in.ts';

/**
 * Takes a factor away from the PSU who is signed in: from the answer on it approves nothing, also what was begun with it.
 * The public key of a passkey stays as evidence; the secret of an app is gone.
 */
export async function removeFactor(room: ScaRoom, request: RequestOf<typeof operation>): Promise<FactorStepped> {
  const login = await findSignedIn(room, request.session);
  const { psuId } = login.psu;
  if (request.kind === 'totp') {
    await room.totpSecrets.deleteOne({ _id: psuId });
  } else {
    await room.passkeys.updateOne(
      { _id: request.id, psuId, removedAt: { $exists: false } },
      { $set: { removedAt: room.now(), removedInLoginId: login._id } },
    );
  }
  return factorStepped(room, login);
}
