import { createHash } from 'node:crypto';
import type { PasskeyRequestOptions } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import type { SentChallenge } from '../model/challenge.ts';

type Approvable = Pick<Authorisation, '_id' | 'contentHash' | 'challenge'>;

/** Returns the WebAuthn request for the PSU's passkeys. Undefined if no passkey is requested, or no answer counts any more. */
export function passkeyRequestOptions(
  context: Pick<ScaContext, 'relyingParty' | 'now'>,
  approvable: Approvable,
): PasskeyRequestOptions | undefined {
  const { challenge } = approvable;
  if (challenge?.passkey === undefined || isSpent(context, challenge)) return undefined;
  return {
    challenge: webauthnChallenge(approvable, challenge.passkey.nonce),
    rpId: context.relyingParty.id,
    credentials: challenge.passkey.credentials,
    timeoutMs: challenge.until.getTime() - context.now().getTime(),
  };
}

/** Whether a passkey can no longer answer: it answers once, and in time. */
export function isSpent({ now }: Pick<ScaContext, 'now'>, { passkey, until }: SentChallenge): boolean {
  return passkey !== undefined && (passkey.answeredAt !== undefined || until <= now());
}

/**
 * Returns the WebAuthn challenge. The hash of the present content binds the signature to amount, payee and everything else that
 * the PSU sees; the ids bind it to the authorisation and to this one challenge (RTS 2018/389, Art. 5).
 */
function webauthnChallenge({ _id, contentHash }: Approvable, nonce: string): string {
  return createHash('sha256')
    .update(JSON.stringify(['xs2a passkey', contentHash, _id, nonce]))
    .digest('base64url');
}
