import type { BankScaMethod, ChallengeData, sendChallenge as operation, RequestOf } from '@xs2a/contracts';
import { isDuplicateKey } from '@xs2a/service-kit';
import type { Challenge, StoredInboxMessage } from './challenge.ts';
import { CODE_DIGITS, hashCode, newCode, newSalt } from './one-time-code.ts';
import { pictureCode } from './picture-code.ts';
import { dropWaiting } from './prompt-device.ts';
import type { Room } from './room.ts';

type CodeRoom = Pick<Room, 'challenges' | 'inboxMessages' | 'devicePrompts' | 'database' | 'now'>;

/** Sends a fresh one-time code, or makes the picture that holds it. */
export async function sendCode(
  room: CodeRoom,
  method: BankScaMethod,
  { challengeId, authorisationId, psuId, contentHash, text, lifetimeSeconds }: RequestOf<typeof operation>,
): Promise<ChallengeData> {
  const { authenticationMethodId, authenticationType } = method;
  const fresh = newCode();
  const salt = newSalt();
  const sentAt = room.now();
  const code = await storeOnce(
    room,
    {
      _id: challengeId,
      psuId,
      authenticationMethodId,
      salt,
      codeHash: hashCode({ challengeId, contentHash, code: fresh }, salt),
      sentAt,
      expiresAt: new Date(sentAt.getTime() + lifetimeSeconds * 1_000),
      accepted: false,
      attempts: [],
    },
    { _id: challengeId, psuId, at: sentAt, channel: authenticationMethodId, text, code: fresh },
    authorisationId,
  );
  const picture = authenticationType === 'PHOTO_OTP' ? { image: pictureCode(code, text) } : undefined;
  return { otpMaxLength: CODE_DIGITS, otpFormat: 'integer', ...picture };
}

/** Challenge and message together, so that no code is without its message after a crash. Answers the code that counts. */
async function storeOnce(
  room: CodeRoom,
  challenge: Challenge,
  message: StoredInboxMessage,
  authorisationId: string | undefined,
): Promise<string> {
  try {
    await room.database.transaction(async (session) => {
      if (authorisationId !== undefined) await dropWaiting(room, authorisationId, challenge.sentAt, session);
      await room.challenges.insertOne(challenge, { session });
      await room.inboxMessages.insertOne(message, { session });
    });
    return message.code;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const stored = await room.inboxMessages.findOne({ _id: message._id });
    if (stored === null) throw error;
    return stored.code;
  }
}
