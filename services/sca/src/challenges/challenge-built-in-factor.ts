import { type ScaMethod, Xs2aError } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import { activePasskeys, descriptorOf } from '../factors/active-passkeys.ts';
import type { BuiltInMethod } from '../factors/built-in-methods.ts';
import { TOTP_DIGITS } from '../factors/totp.ts';
import type { SentChallenge } from '../model/challenge.ts';
import { newToken } from '../session/token.ts';
import type { Challenged } from './challenge-psu.ts';
import { challengeUntil } from './new-challenge.ts';

/** Requests a built-in factor. Nothing is sent; the answer counts for this challenge alone. */
export async function challengeBuiltInFactor(
  context: Pick<ScaContext, 'profile' | 'now' | 'passkeys'>,
  { psuId, scaMethods }: { psuId: string; scaMethods: readonly ScaMethod[] | undefined },
  method: BuiltInMethod,
  id: string,
): Promise<Challenged> {
  const isOffered = scaMethods?.some(({ authenticationType }) => authenticationType === method.authenticationType);
  if (!isOffered) throw new Xs2aError('scaMethodUnknown', { path: 'authenticationMethodId' });
  const sentAt = context.now();
  const until = challengeUntil(context.profile, sentAt);
  const fields = await FIELDS[method.authenticationType](context, psuId);
  return { chosenScaMethod: method, challenge: { id, sentAt, until, ...fields } };
}

type ChallengeFields = (
  context: Pick<ScaContext, 'passkeys'>,
  psuId: string,
) => Promise<Pick<SentChallenge, 'data' | 'passkey'>>;

const FIELDS: Record<BuiltInMethod['authenticationType'], ChallengeFields> = {
  PASSKEY: async (context, psuId) => {
    const credentials = (await activePasskeys(context, psuId)).map(descriptorOf);
    return { data: {}, passkey: { nonce: newToken(), credentials } };
  },
  TOTP: async () => ({ data: { otpMaxLength: TOTP_DIGITS, otpFormat: 'integer' } }),
};
