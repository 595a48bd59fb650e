import {
  type BankScaMethod,
  type ChallengeData,
  type sendChallenge as operation,
  type ReplyOf,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import { promptDevice } from './prompt-device.ts';
import type { Room } from './room.ts';
import { sendCode } from './send-code.ts';

type ChallengeRoom = Pick<Room, 'psus' | 'challenges' | 'inboxMessages' | 'devicePrompts' | 'database' | 'now'>;
type Request = RequestOf<typeof operation>;

/** Asks the PSU, by one of its own methods, for exactly this content. Sending the same challenge again sends nothing more. */
export async function sendChallenge(room: ChallengeRoom, request: Request): Promise<ReplyOf<typeof operation>> {
  const { psuId, authenticationMethodId } = request;
  const psu = await room.psus.findOne({ _id: psuId });
  if (psu === null || psu.blocked) throw new Xs2aError('psuCredentialsInvalid');
  const method = psu.scaMethods.find((own) => own.authenticationMethodId === authenticationMethodId);
  if (method === undefined) throw new Xs2aError('scaMethodUnknown', { path: 'authenticationMethodId' });
  return challengeBy(room, method, request);
}

async function challengeBy(room: ChallengeRoom, method: BankScaMethod, request: Request): Promise<ChallengeData> {
  const { challengeId, authorisationId, psuId, contentHash, text, lifetimeSeconds } = request;
  // Signing in approves nothing: there the device shows a code.
  if (method.authenticationType === 'PUSH_OTP' && authorisationId !== undefined) {
    await promptDevice(room, { _id: challengeId, psuId, authorisationId, contentHash, text }, lifetimeSeconds);
    return {};
  }
  return sendCode(room, method, request);
}
