import { type confirmTotp as operation, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { isDuplicateKey } from '@xs2a/service-kit';
import { closeWhenUsedUp, givePsuAttemptBack, takePsuAttempt } from '../attempts/psu-attempts.ts';
import type { ScaRoom } from '../context.ts';
import { unseal } from '../factors/factor-key.ts';
import { stepOfCode } from '../factors/totp.ts';
import { signOut } from '../login/sign-out.ts';
import type { Login } from '../model/login.ts';
import { type FactorStepped, factorStepped, findSignedIn } from './signed-in.ts';

/** The first code of the PSU's app: with it the secret is kept, and its time step is closed. */
export async function confirmTotp(
  room: ScaRoom,
  { session, code }: RequestOf<typeof operation>,
): Promise<FactorStepped> {
  const login = await findSignedIn(room, session);
  const { psuId } = login.psu;
  const at = room.now();
  const { adding } = login;
  if (adding?.kind !== 'totp' || adding.until <= at) return factorStepped(room, login, 'addingOver');
  if (room.factorKey === undefined) throw new Xs2aError('internalError');
  const attemptsLeft = await takePsuAttempt(room, psuId);
  if (attemptsLeft === undefined) return closed(room, session);
  const step = stepOfCode(unseal(room.factorKey, adding.secret, psuId), code, at);
  if (step === undefined) {
    await closeWhenUsedUp(room, psuId);
    return attemptsLeft > 0 ? factorStepped(room, login, 'totpInvalid', attemptsLeft) : closed(room, session);
  }
  await givePsuAttemptBack(room, psuId);
  return keep(room, login, adding.secret, step);
}

async function keep(room: ScaRoom, login: Login, secret: string, lastStep: number): Promise<FactorStepped> {
  const { _id: loginId, psu } = login;
  try {
    await room.totpSecrets.insertOne({ _id: psu.psuId, secret, lastStep, createdAt: room.now(), loginId });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return factorStepped(room, login, 'totpPresent');
  }
  await room.logins.updateOne({ _id: loginId, 'adding.kind': 'totp' }, { $unset: { adding: '' } });
  return factorStepped(room, login);
}

/** Too much was tried: whoever sits there is signed out, and cannot sign in for some minutes. */
async function closed(room: ScaRoom, session: string): Promise<FactorStepped> {
  await signOut(room, session);
  return { problem: 'signInClosed' };
}
