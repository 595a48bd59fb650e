import { type ScaMethod, Xs2aError } from '@xs2a/contracts';
import type { ScaRoom } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import type { SentChallenge } from '../model/challenge.ts';
import { handleOf, passkeysOf } from '../model/passkey.ts';
import { newToken } from '../session/session-token.ts';
import { TOTP_DIGITS } from './totp.ts';

const MS_PER_MINUTE = 60_000;

type OwnType = Extract<ScaMethod['authenticationType'], 'PASSKEY' | 'TOTP'>;
type OwnMethod = ScaMethod & { readonly authenticationType: OwnType };

export function isOwn(method: ScaMethod): method is OwnMethod {
  return method.authenticationType === 'PASSKEY' || method.authenticationType === 'TOTP';
}

/** Asks for a factor of our own: nothing is sent anywhere, but the answer counts for this question alone. */
export async function challengeOwnFactor(
  room: ScaRoom,
  authorisation: Pick<Authorisation, 'scaMethods' | 'psu'>,
  method: OwnMethod,
  id: string,
): Promise<{ chosenScaMethod: ScaMethod; challenge: SentChallenge }> {
  const isOffered = authorisation.scaMethods?.some(({ authenticationType }) => {
    return authenticationType === method.authenticationType;
  });
  if (!isOffered) throw new Xs2aError('scaMethodUnknown', { path: 'authenticationMethodId' });
  const sentAt = room.now();
  const until = new Date(sentAt.getTime() + room.profile.limits.otpMinutes * MS_PER_MINUTE);
  const own = await QUESTIONS[method.authenticationType](room, authorisation.psu?.psuId ?? '');
  return { chosenScaMethod: method, challenge: { id, sentAt, until, ...own } };
}

const QUESTIONS: Record<OwnType, (room: ScaRoom, psuId: string) => Promise<Pick<SentChallenge, 'data' | 'passkey'>>> = {
  PASSKEY: async (room, psuId) => {
    const credentials = (await passkeysOf(room, psuId)).map(handleOf);
    return { data: {}, passkey: { nonce: newToken(), credentials } };
  },
  TOTP: async () => ({ data: { otpMaxLength: TOTP_DIGITS, otpFormat: 'integer' } }),
};
