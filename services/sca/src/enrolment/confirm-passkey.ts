import { verifyRegistrationResponse } from '@simplewebauthn/server';
import type { confirmPasskey as operation, PasskeyAttestation, RequestOf } from '@xs2a/contracts';
import { isDuplicateKey } from '@xs2a/service-kit';
import type { ScaRoom } from '../context.ts';
import type { Passkey } from '../model/passkey.ts';
import type { AddedFactor } from '../model/pending-factor.ts';
import { ALGORITHMS } from './read-factors.ts';
import { type FactorStepped, factorStepped, findSignedIn } from './signed-in.ts';

/** Keeps a passkey that was made for the order of this sign-in. The order is used up before the passkey is judged. */
export async function confirmPasskey(
  room: ScaRoom,
  { session, name, made }: RequestOf<typeof operation>,
): Promise<FactorStepped> {
  const login = await findSignedIn(room, session);
  const at = room.now();
  const { adding } = login;
  if (adding?.kind !== 'passkey' || adding.until <= at) return factorStepped(room, login, 'addingOver');
  const taken = await room.logins.updateOne(
    { _id: login._id, 'adding.kind': 'passkey', 'adding.challenge': adding.challenge },
    { $unset: { adding: '' } },
  );
  if (taken.modifiedCount === 0) return factorStepped(room, login, 'addingOver');
  const credential = await credentialOf(room, adding, made);
  if (credential === undefined) return factorStepped(room, login, 'passkeyNotMade');
  const of = { psuId: login.psu.psuId, name, userHandle: adding.userHandle, loginId: login._id, createdAt: at };
  try {
    await room.passkeys.insertOne({ ...credential, ...of });
  } catch (error) {
    // A credential id is of one PSU, for good (WebAuthn Level 3, 7.1 step 26).
    if (!isDuplicateKey(error)) throw error;
    return factorStepped(room, login, 'passkeyNotMade');
  }
  return factorStepped(room, login);
}

type Credential = Pick<Passkey, '_id' | 'publicKey' | 'counter' | 'deviceType' | 'transports'>;

/** The credential, where challenge, origin, host, user verification and key are right; no attestation is asked for. */
async function credentialOf(
  { relyingParty }: ScaRoom,
  { challenge }: Extract<AddedFactor, { kind: 'passkey' }>,
  { id, transports, ...response }: PasskeyAttestation,
): Promise<Credential | undefined> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
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
    // Whatever does not fit is told by an error: here it is one answer.
    return undefined;
  }
}
