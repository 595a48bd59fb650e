import {
  type FactorsView,
  type readFactors as operation,
  type PasskeyCreationOptions,
  type ReplyOf,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import { activePasskeys, descriptorOf } from '../factors/active-passkeys.ts';
import { base32Of, totpLink } from '../factors/totp.ts';
import { unseal } from '../keys/factor-key.ts';
import { noteActivity } from '../login/read-login.ts';
import type { Login } from '../model/login.ts';
import type { Passkey } from '../model/passkey.ts';
import type { PendingFactor } from '../model/pending-factor.ts';
import { enrolmentObstacle, findSignedIn } from './find-signed-in.ts';
import { PASSKEY_ALGORITHMS } from './passkey-algorithms.ts';

/** Returns the factors of the signed-in PSU, and the data for the pending enrolment. */
export async function readFactors(
  context: ScaContext,
  { session }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const login = await findSignedIn(context, session);
  await noteActivity(context, login, session);
  const { psu } = login;
  const [passkeys, totp] = await Promise.all([
    activePasskeys(context, psu.psuId),
    context.totpSecrets.findOne({ _id: psu.psuId }),
  ]);
  const adding = pendingView(context, login, passkeys);
  return {
    view: {
      psu,
      passkeys: passkeys.map(({ _id: id, name, ...used }) => ({ id, name, ...usedAt(used) })),
      ...(totp && { totp: usedAt(totp) }),
      mayAdd: enrolmentObstacle(context, login) === undefined,
      ...(adding && { adding }),
    },
  };
}

function usedAt({ createdAt, lastUsedAt }: { createdAt: Date; lastUsedAt?: Date | undefined }) {
  return { createdAt: createdAt.toISOString(), ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }) };
}

function pendingView(context: ScaContext, { adding, psu }: Login, passkeys: readonly Passkey[]): FactorsView['adding'] {
  if (adding === undefined || adding.until <= context.now()) return undefined;
  if (adding.kind === 'passkey')
    return { kind: 'passkey', order: creationOptionsOf(context, adding, psu.name, passkeys) };
  if (context.factorKey === undefined) throw new Xs2aError('internalError');
  const secret = unseal(context.factorKey, adding.secret, psu.psuId);
  return { kind: 'totp', secret: base32Of(secret), link: totpLink(secret, context.profile.aspspName, psu.name) };
}

function creationOptionsOf(
  { relyingParty, profile, now }: ScaContext,
  { challenge, userHandle, until }: Extract<PendingFactor, { kind: 'passkey' }>,
  userName: string,
  passkeys: readonly Passkey[],
): PasskeyCreationOptions {
  return {
    challenge,
    rpId: relyingParty.id,
    rpName: profile.aspspName,
    userHandle,
    userName,
    algorithms: PASSKEY_ALGORITHMS,
    present: passkeys.map(descriptorOf),
    timeoutMs: until.getTime() - now().getTime(),
  };
}
