import { randomBytes } from 'node:crypto';
import { type OwnFactor, type beginFactor as operation, type RequestOf, Xs2aError } from '@xs2a/contracts';
import type { ScaRoom } from '../context.ts';
import { seal } from '../factors/factor-key.ts';
import type { Login } from '../model/login.ts';
import { passkeysOf } from '../model/passkey.ts';
import type { AddedFactor } from '../model/pending-factor.ts';
import { newToken } from '../session/session-token.ts';
import { type FactorStepped, factorStepped, findSignedIn, whyNotAdd } from './signed-in.ts';

/** A PSU has a few devices; more is somebody filling the database. */
const PASSKEYS_MAX = 10;
/** As long as the HMAC of the code (RFC 4226, 4 R6). */
const SECRET_BYTES = 20;
const ADDING_MINUTES = 5;
const MS_PER_MINUTE = 60_000;

/** Begins to add a factor. What was begun before in this sign-in is given up. */
export async function beginFactor(
  room: ScaRoom,
  { session, kind }: RequestOf<typeof operation>,
): Promise<FactorStepped> {
  if (!room.profile.ownFactors.includes(kind)) throw new Xs2aError('scaMethodUnknown', { path: 'kind' });
  const login = await findSignedIn(room, session);
  const obstacle = whyNotAdd(room, login);
  if (obstacle !== undefined) return factorStepped(room, login, obstacle);
  const adding = await BEGIN[kind](room, login);
  if (typeof adding === 'string') return factorStepped(room, login, adding);
  await room.logins.updateOne({ _id: login._id, scaStatus: 'finalised' }, { $set: { adding } });
  return factorStepped(room, login);
}

type Begun = AddedFactor | 'passkeysTooMany' | 'totpPresent';

const BEGIN: Record<OwnFactor, (room: ScaRoom, login: Login) => Promise<Begun>> = {
  passkey: async (room, { psu }) => {
    const present = await passkeysOf(room, psu.psuId);
    if (present.length >= PASSKEYS_MAX) return 'passkeysTooMany';
    // One for all of a PSU's passkeys, and nothing that says whose it is (WebAuthn Level 3, 14.6.1).
    const userHandle = present[0]?.userHandle ?? newToken();
    return { kind: 'passkey', challenge: newToken(), userHandle, until: untilOf(room) };
  },
  totp: async (room, { psu: { psuId } }) => {
    if (room.factorKey === undefined) throw new Xs2aError('internalError');
    if ((await room.totpSecrets.findOne({ _id: psuId })) !== null) return 'totpPresent';
    return { kind: 'totp', secret: seal(room.factorKey, randomBytes(SECRET_BYTES), psuId), until: untilOf(room) };
  },
};

function untilOf({ now }: ScaRoom): Date {
  return new Date(now().getTime() + ADDING_MINUTES * MS_PER_MINUTE);
}
