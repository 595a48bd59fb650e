import {
  type BankScaMethod,
  type ChallengeData,
  type sendChallenge as operation,
  type ReplyOf,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import { promptDevice } from '../challenges/prompt-device.ts';
import { sendCode } from '../challenges/send-code.ts';
import type { BankContext } from '../context.ts';

type ChallengeContext = Pick<
  BankContext,
  'psus' | 'challenges' | 'inboxMessages' | 'devicePrompts' | 'database' | 'now' | 'portalUrl'
>;
type Request = RequestOf<typeof operation>;

/** Sends a challenge for exactly this content by one of the PSU's methods. Repeating a challenge sends nothing new. */
export async function sendChallenge(context: ChallengeContext, request: Request): Promise<ReplyOf<typeof operation>> {
  const { psuId, authenticationMethodId } = request;
  const psu = await context.psus.findOne({ _id: psuId });
  if (psu === null || psu.blocked) throw new Xs2aError('psuCredentialsInvalid');
  const method = psu.scaMethods.find((own) => own.authenticationMethodId === authenticationMethodId);
  if (method === undefined) throw new Xs2aError('scaMethodUnknown', { path: 'authenticationMethodId' });
  return challengeBy(context, method, request);
}

async function challengeBy(context: ChallengeContext, method: BankScaMethod, request: Request): Promise<ChallengeData> {
  const { challengeId, authorisationId, psuId, contentHash, text, lifetimeSeconds, offeredAccounts } = request;
  // A sign-in approves nothing, so the device shows a code for it.
  if (method.authenticationType === 'PUSH_OTP' && authorisationId !== undefined) {
    const prompt = { psuId, authorisationId, contentHash, text, ...(offeredAccounts && { offeredAccounts }) };
    await promptDevice(context, { _id: challengeId, ...prompt }, lifetimeSeconds);
    return {};
  }
  return sendCode(context, method, request);
}
