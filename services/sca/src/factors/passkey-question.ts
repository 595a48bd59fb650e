import { createHash } from 'node:crypto';
import type { PasskeyRequestOptions } from '@xs2a/contracts';
import type { ScaRoom } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import type { SentChallenge } from '../model/challenge.ts';

type Asked = Pick<Authorisation, '_id' | 'contentHash' | 'challenge'>;

/** What the browser asks the PSU's passkeys; undefined where no such question is open. */
export function passkeyQuestion(room: ScaRoom, authorisation: Asked): PasskeyRequestOptions | undefined {
  const { challenge } = authorisation;
  if (challenge?.passkey === undefined || isSpent(room, challenge)) return undefined;
  return {
    challenge: challengeFor(authorisation, challenge.passkey.nonce),
    rpId: room.relyingParty.id,
    credentials: challenge.passkey.credentials,
    timeoutMs: challenge.until.getTime() - room.now().getTime(),
  };
}

/** Each question is answered once, and in time. */
export function isSpent({ now }: Pick<ScaRoom, 'now'>, { passkey, until }: SentChallenge): boolean {
  return passkey !== undefined && (passkey.answeredAt !== undefined || until <= now());
}

/**
 * Bound to amount, payee and all else that the PSU sees (by the hash of the content as it stands), to the authorisation
 * and to this one question (RTS 2018/389 Art. 5): what is signed for one payment is no answer for another.
 */
function challengeFor({ _id, contentHash }: Asked, nonce: string): string {
  return createHash('sha256')
    .update(JSON.stringify(['xs2a passkey', contentHash, _id, nonce]))
    .digest('base64url');
}
