import { type FactorsView, type PasskeyCreationOptions, Xs2aError } from '@xs2a/contracts';
import type { ScaRoom } from '../context.ts';
import { unseal } from '../factors/factor-key.ts';
import { base32Of, totpLink } from '../factors/totp.ts';
import { readLogin } from '../login/read-login.ts';
import type { Login } from '../model/login.ts';
import { handleOf, type Passkey, passkeysOf } from '../model/passkey.ts';
import type { AddedFactor } from '../model/pending-factor.ts';
import { findSignedIn, whyNotAdd } from './signed-in.ts';

/** ES256, EdDSA and RS256, by their COSE numbers: between them every authenticator has one. */
export const ALGORITHMS = [-7, -8, -257];

/** The factors of who is signed in, and what is needed to go on with the one that is being added. */
export async function readFactors(room: ScaRoom, session: string): Promise<{ view: FactorsView }> {
  const login = await findSignedIn(room, session);
  await readLogin(room, session);
  const { psu } = login;
  const [passkeys, totp] = await Promise.all([
    passkeysOf(room, psu.psuId),
    room.totpSecrets.findOne({ _id: psu.psuId }),
  ]);
  const adding = addingOf(room, login, passkeys);
  return {
    view: {
      psu,
      passkeys: passkeys.map(({ _id: id, name, ...used }) => ({ id, name, ...momentsOf(used) })),
      ...(totp && { totp: momentsOf(totp) }),
      mayAdd: whyNotAdd(room, login) === undefined,
      ...(adding && { adding }),
    },
  };
}

function momentsOf({ createdAt, lastUsedAt }: { createdAt: Date; lastUsedAt?: Date | undefined }) {
  return { createdAt: createdAt.toISOString(), ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }) };
}

function addingOf(room: ScaRoom, { adding, psu }: Login, passkeys: readonly Passkey[]): FactorsView['adding'] {
  if (adding === undefined || adding.until <= room.now()) return undefined;
  if (adding.kind === 'passkey') return { kind: 'passkey', order: orderOf(room, adding, psu.name, passkeys) };
  if (room.factorKey === undefined) throw new Xs2aError('internalError');
  const secret = unseal(room.factorKey, adding.secret, psu.psuId);
  return { kind: 'totp', secret: base32Of(secret), link: totpLink(secret, room.profile.aspspName, psu.name) };
}

function orderOf(
  { relyingParty, profile, now }: ScaRoom,
  { challenge, userHandle, until }: Extract<AddedFactor, { kind: 'passkey' }>,
  userName: string,
  passkeys: readonly Passkey[],
): PasskeyCreationOptions {
  return {
    challenge,
    rpId: relyingParty.id,
    rpName: profile.aspspName,
    userHandle,
    userName,
    algorithms: ALGORITHMS,
    present: passkeys.map(handleOf),
    timeoutMs: until.getTime() - now().getTime(),
  };
}
