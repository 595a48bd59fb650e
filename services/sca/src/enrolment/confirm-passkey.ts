import type { confirmPasskey as operation, PasskeyAttestation, RequestOf } from '@xs2a/contracts';
import { isDuplicateKey } from '@xs2a/service-kit';
import type { ScaContext } from '../context.ts';
import type { Passkey } from '../model/passkey.ts';
import type { PendingFactor } from '../model/pending-factor.ts';
import { type FactorReply, replyWithNextSession } from './factor-reply.ts';
import { findSignedIn } from './find-signed-in.ts';
import { PASSKEY_ALGORITHMS } from './passkey-algorithms.ts';

/** Stores the passkey that was created for the pending enrolment. The enrolment is used up before the passkey is verified. */
export async function confirmPasskey(
  context: ScaContext,
  { session, name, made }: RequestOf<typeof operation>,
): Promise<FactorReply> {
  const login = await findSignedIn(context, session);
  const at = context.now();
  const { adding } = login;
  if (adding?.kind !== 'passkey' || adding.until <= at) {
    return replyWithNextSession(context, login, { problem: 'addingOver' });
  }
  const taken = await context.logins.updateOne(
    { _id: login._id, 'adding.kind': 'passkey', 'adding.challenge': adding.challenge },
    { $unset: { adding: '' } },
  );
  if (taken.modifiedCount === 0) return replyWithNextSession(context, login, { problem: 'addingOver' });
  const credential = await verifiedCredential(context, adding, made);
  if (credential === undefined) return replyWithNextSession(context, login, { problem: 'passkeyNotMade' });
  const owner = { psuId: login.psu.psuId, name, userHandle: adding.userHandle, loginId: login._id, createdAt: at };
  try {
    await context.passkeys.insertOne({ ...credential, ...owner });
  } catch (error) {
    // A credential id belongs to one PSU for ever (WebAuthn Level 3, 7.1 step 26).
    if (!isDuplicateKey(error)) throw error;
    return replyWithNextSession(context, login, { problem: 'passkeyNotMade' });
  }
  return replyWithNextSession(context, login);
}

type Credential = Pick<Passkey, '_id' | 'publicKey' | 'counter' | 'deviceType' | 'transports'>;

/** Returns the credential if challenge, origin, host, user verification and key are right. Attestation is not requested. */
async function verifiedCredential(
  { relyingParty }: Pick<ScaContext, 'relyingParty'>,
  { challenge }: Extract<PendingFactor, { kind: 'passkey' }>,
  { id, transports, ...response }: PasskeyAttestation,
): Promise<Credential | undefined> {
  // Loaded with the first passkey (docs/performance.md).
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    });
    if (!verified) return undefined;
    const { credential, credentialDeviceType: deviceType } = registrationInfo;
    const publicKey = Buffer.from(credential.publicKey).toString('base64url');
    return {
      _id: credential.id,
      publicKey,
      counter: credential.counter,
      deviceType,
      ...(transports && { transports }),
    };
  } catch {
    // The library throws a different error for each mismatch. The caller gets one answer for all of them.
    return undefined;
  }
}
