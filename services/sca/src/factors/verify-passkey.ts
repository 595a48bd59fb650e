import type { PasskeyAssertion } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import type { Passkey } from '../model/passkey.ts';
import { passkeyRequestOptions } from './passkey-request.ts';

/** An authorisation or a sign-in whose PSU is asked for a passkey. */
export type AskedForPasskey = Pick<Authorisation, '_id' | 'psu' | 'contentHash' | 'challenge'> & {
  readonly isSignIn?: true;
};

/** Verifies the answer of a passkey. The challenge is used up first, whatever the verdict. */
export async function verifyPasskey(
  context: ScaContext,
  asked: AskedForPasskey,
  answer: PasskeyAssertion | undefined,
): Promise<'accepted' | 'wrong' | 'expired'> {
  const { _id, psu, challenge } = asked;
  const request = passkeyRequestOptions(context, asked);
  if (psu === undefined || challenge === undefined || request === undefined) return 'expired';
  const at = context.now();
  const open = { _id, 'challenge.id': challenge.id, 'challenge.passkey.answeredAt': { $exists: false } };
  const answered = { $set: { 'challenge.passkey.answeredAt': at } };
  const taken = await (asked.isSignIn === true
    ? context.logins.updateOne(open, answered)
    : context.authorisations.updateOne(open, answered));
  if (taken.modifiedCount === 0) return 'expired';
  if (answer === undefined) return 'wrong';
  // Read again now: a passkey that was removed meanwhile, or belongs to another PSU, approves nothing.
  const passkey = await context.passkeys.findOne({ _id: answer.id, psuId: psu.psuId, removedAt: { $exists: false } });
  if (passkey === null) return 'wrong';
  const newCounter = await verifiedCounter(context, request.challenge, answer, passkey);
  if (newCounter === undefined) return 'wrong';
  const used = await context.passkeys.updateOne(
    { _id: passkey._id, counter: passkey.counter, removedAt: { $exists: false } },
    { $set: { counter: newCounter, lastUsedAt: at } },
  );
  return used.matchedCount === 1 ? 'accepted' : 'wrong';
}

/** Returns the new counter if challenge, origin, host, user verification and signature are right and the counter has grown. */
async function verifiedCounter(
  { relyingParty }: Pick<ScaContext, 'relyingParty'>,
  expectedChallenge: string,
  { id, ...response }: PasskeyAssertion,
  { publicKey, counter }: Passkey,
): Promise<number | undefined> {
  // Loaded with the first passkey (docs/performance.md).
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
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
    // The library throws a different error for each mismatch. The caller gets one verdict for all of them.
    return undefined;
  }
}
