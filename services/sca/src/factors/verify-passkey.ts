import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { PasskeyAssertion } from '@xs2a/contracts';
import type { ScaRoom } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import type { Passkey } from '../model/passkey.ts';
import { passkeyQuestion } from './passkey-question.ts';

/** An authorisation, or a sign-in, for which a passkey is asked. */
export type Asked = Pick<Authorisation, '_id' | 'psu' | 'contentHash' | 'challenge'> & { readonly isSignIn?: true };

/** Judges the answer of a passkey. The question is used up before it is judged, whatever the verdict. */
export async function judgePasskey(
  room: ScaRoom,
  asked: Asked,
  answer: PasskeyAssertion | undefined,
): Promise<'accepted' | 'wrong' | 'expired'> {
  const { _id, psu, challenge } = asked;
  const question = passkeyQuestion(room, asked);
  if (psu === undefined || challenge === undefined || question === undefined) return 'expired';
  const at = room.now();
  const open = { _id, 'challenge.id': challenge.id, 'challenge.passkey.answeredAt': { $exists: false } };
  const answered = { $set: { 'challenge.passkey.answeredAt': at } };
  const taken = await (asked.isSignIn === true
    ? room.logins.updateOne(open, answered)
    : room.authorisations.updateOne(open, answered));
  if (taken.modifiedCount === 0) return 'expired';
  // As it is now: one removed meanwhile, or of another PSU, approves nothing.
  const passkey =
    answer && (await room.passkeys.findOne({ _id: answer.id, psuId: psu.psuId, removedAt: { $exists: false } }));
  if (!passkey) return 'wrong';
  const newCounter = await counterOf(room, question.challenge, answer, passkey);
  if (newCounter === undefined) return 'wrong';
  const used = await room.passkeys.updateOne(
    { _id: passkey._id, counter: passkey.counter, removedAt: { $exists: false } },
    { $set: { counter: newCounter, lastUsedAt: at } },
  );
  return used.matchedCount === 1 ? 'accepted' : 'wrong';
}

/** The counter of a right answer: challenge, origin, host, user verification, signature and a counter that grew. */
async function counterOf(
  { relyingParty }: ScaRoom,
  expectedChallenge: string,
  { id, ...response }: PasskeyAssertion,
  { publicKey, counter }: Passkey,
): Promise<number | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      credential: { id, publicKey: Buffer.from(publicKey, 'base64url'), counter },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // Whatever does not fit is told by an error: to whoever tries it is one answer.
    return undefined;
  }
}
