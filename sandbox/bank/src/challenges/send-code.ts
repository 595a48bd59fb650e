import { type BankScaMethod, ChallengeData, type sendChallenge as operation, type RequestOf } from '@xs2a/contracts';
import { isDuplicateKey } from '@xs2a/service-kit';
import type { BankContext } from '../context.ts';
import type { Challenge, StoredInboxMessage } from '../model/challenge.ts';
import { CODE_DIGITS, hashCode, newCode, newSalt } from './one-time-code.ts';
import { pictureCode } from './picture-code.ts';
import { replaceWaitingPrompt } from './prompt-device.ts';

type CodeContext = Pick<
  BankContext,
  'challenges' | 'inboxMessages' | 'devicePrompts' | 'database' | 'now' | 'portalUrl'
>;

/** Shown by the TPP: the code is in the picture. */
const SCAN_IT = {
  hr: 'Skenirajte sliku svojim uređajem; prikazat će kod i njegovu namjenu.',
  en: 'Scan the picture with your device. It shows the code and what the code is for.',
};

/** Sends a new one-time code, or makes the picture that contains it. */
export async function sendCode(
  context: CodeContext,
  method: BankScaMethod,
  {
    challengeId,
    authorisationId,
    psuId,
    contentHash,
    text,
    language = 'hr',
    lifetimeSeconds,
  }: RequestOf<typeof operation>,
): Promise<ChallengeData> {
  const { authenticationMethodId, authenticationType } = method;
  const fresh = newCode();
  const salt = newSalt();
  const sentAt = context.now();
  const code = await storeOnce(
    context,
    {
      _id: challengeId,
      psuId,
      authenticationMethodId,
      salt,
      codeHash: hashCode({ challengeId, contentHash, code: fresh }, salt),
      sentAt,
      expiresAt: new Date(sentAt.getTime() + lifetimeSeconds * 1_000),
      accepted: false,
      attempts: [],
    },
    {
      _id: challengeId,
      psuId,
      ...(authorisationId !== undefined && { authorisationId }),
      at: sentAt,
      channel: authenticationMethodId,
      text,
      code: fresh,
    },
  );
  return {
    otpMaxLength: CODE_DIGITS,
    otpFormat: 'integer',
    ...(authenticationType === 'PHOTO_OTP' && {
      image: pictureCode(code, text),
      ...linkOf(context, psuId, challengeId),
      additionalInformation: SCAN_IT[language],
    }),
  };
}

/** Address at which the portal of the sandbox shows the same picture. */
function linkOf({ portalUrl }: CodeContext, psuId: string, challengeId: string): Pick<ChallengeData, 'imageLink'> {
  if (portalUrl === undefined) return {};
  const path = `/sandbox/pictures/${encodeURIComponent(psuId)}/${encodeURIComponent(challengeId)}`;
  const link = ChallengeData.shape.imageLink.safeParse(new URL(path, portalUrl).href);
  return link.success ? { imageLink: link.data } : {};
}

/** Stores challenge and message in one transaction. Returns the stored code, which is the earlier one for a repeated request. */
async function storeOnce(context: CodeContext, challenge: Challenge, message: StoredInboxMessage): Promise<string> {
  try {
    await context.database.transaction(async (session) => {
      if (message.authorisationId !== undefined)
        await replaceWaitingPrompt(context, message.authorisationId, challenge.sentAt, session);
      await context.challenges.insertOne(challenge, { session });
      await context.inboxMessages.insertOne(message, { session });
    });
    return message.code;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const stored = await context.inboxMessages.findOne({ _id: message._id });
    if (stored === null) throw error;
    return stored.code;
  }
}
