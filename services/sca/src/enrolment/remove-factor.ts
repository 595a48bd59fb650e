import type { removeFactor as operation, RequestOf } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import { type FactorReply, replyWithNextSession } from './factor-reply.ts';
import { findSignedIn } from './find-signed-in.ts';

/**
 * Removes a factor of the signed-in PSU. It then approves nothing, not even what was begun with it. The public key of a passkey
 * stays as evidence; the secret of an app is deleted.
 */
export async function removeFactor(context: ScaContext, request: RequestOf<typeof operation>): Promise<FactorReply> {
  const login = await findSignedIn(context, request.session);
  const { psuId } = login.psu;
  if (request.kind === 'totp') {
    await context.totpSecrets.deleteOne({ _id: psuId });
  } else {
    await context.passkeys.updateOne(
      { _id: request.id, psuId, removedAt: { $exists: false } },
      { $set: { removedAt: context.now(), removedInLoginId: login._id } },
    );
  }
  return replyWithNextSession(context, login);
}
