import { type sendChallenge as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { isDuplicateKey } from '@xs2a/service-kit';
import type { Challenge, StoredInboxMessage } from './challenge.ts';
import { CODE_DIGITS, hashCode, newCode, newSalt } from './one-time-code.ts';
import type { Room } from './room.ts';

type ChallengeRoom = Pick<Room, 'psus' | 'challenges' | 'inboxMessages' | 'database' | 'now'>;

/** Sends a fresh one-time code for exactly this content. Sending the same challenge again sends nothing more. */
export async function sendChallenge(
  room: ChallengeRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { challengeId, psuId, authenticationMethodId, contentHash, text, lifetimeSeconds } = request;
  const psu = await room.psus.findOne({ _id: psuId });
  if (psu === null || psu.blocked) throw new Xs2aError('psuCredentialsInvalid');
  const method = psu.scaMethods.find((own) => own.authenticationMethodId === authenticationMethodId);
  if (method === undefined) throw new Xs2aError('scaMethodUnknown', { path: 'authenticationMethodId' });
  const code = newCode();
  const salt = newSalt();
  const sentAt = room.now();
  await storeOnce(
    room,
    {
      _id: challengeId,
      psuId,
      authenticationMethodId,
      salt,
      codeHash: hashCode({ challengeId, contentHash, code }, salt),
      sentAt,
      expiresAt: new Date(sentAt.getTime() + lifetimeSeconds * 1_000),
      accepted: false,
      attempts: [],
    },
    { _id: challengeId, psuId, at: sentAt, channel: authenticationMethodId, text, code },
  );
  return { otpMaxLength: CODE_DIGITS, otpFormat: 'integer', additionalInformation: `Kod je poslan: ${method.name}` };
}

/** Challenge and message together, so that no code is without its message after a crash. */
async function storeOnce(room: ChallengeRoom, challenge: Challenge, message: StoredInboxMessage): Promise<void> {
  try {
    await room.database.transaction(async (session) => {
      await room.challenges.insertOne(challenge, { session });
      await room.inboxMessages.insertOne(message, { session });
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
