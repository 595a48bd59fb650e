import { createHash } from 'node:crypto';
import { type verifyParty as operation, payeeQuestion, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { secondsUntilRoom } from '@xs2a/service-kit';
import type { PaymentsContext } from '../context.ts';
import { askOfPayee } from './ask-of-payee.ts';

type Request = RequestOf<typeof operation>;
type Answer = ReplyOf<typeof operation>;

const DAY_MS = 86_400_000;

/**
 * Verifies a payee or payer for a TPP. Results that are no match count, by TPP and IBAN, for a day: a TPP that
 * tries names that are a little wrong would learn the right one. A question is counted before it is asked, so that simultaneous ones do not exceed
 * the limit.
 */
export async function verifyParty(context: PaymentsContext, { tpp, body }: Request): Promise<Answer> {
  const { iban = '' } = body.partyAccount;
  const counted = await countQuestion(context, hashOf(tpp.id, iban));
  const {
    partyNameMatch,
    partyIdMatch = 'NOAP',
    matchedName,
  } = await askOfPayee(context, {
    requestId: crypto.randomUUID(),
    ...payeeQuestion(body),
  });
  const answer: Answer = {
    ...(body.party.name !== undefined && { partyNameMatch }),
    ...(body.party.identification !== undefined && { partyIdMatch }),
    ...(matchedName !== undefined && { matchedName }),
  };
  const mismatches = [answer.partyNameMatch, answer.partyIdMatch].filter((code) => code === 'CMTC' || code === 'NMTC');
  if (mismatches.length === 0) await context.partyVerifications.deleteOne({ _id: counted });
  return answer;
}

function hashOf(tppId: string, iban: string): string {
  return createHash('sha256')
    .update(JSON.stringify([tppId, iban]))
    .digest('base64url');
}

/** Returns the id of the counted question. */
async function countQuestion(
  { partyVerifications, profile, now }: PaymentsContext,
  askedHash: string,
): Promise<string> {
  const max = profile.limits.payeeMismatchesMax;
  const at = now();
  const question = { _id: crypto.randomUUID(), askedHash, forgetAt: new Date(at.getTime() + DAY_MS) };
  await partyVerifications.insertOne(question);
  const counted = { askedHash, forgetAt: { $gt: at } };
  const retryAfterSeconds = await secondsUntilRoom(partyVerifications, question._id, counted, { max, at });
  if (retryAfterSeconds !== undefined) throw new Xs2aError('payeeMismatchesExceeded', { retryAfterSeconds });
  return question._id;
}
