import { verifyPayee as operation, PAYEE_VERIFICATION_MS, type RequestInputOf } from '@xs2a/contracts';
import { askBankInTime } from '../ask-bank-in-time.ts';
import type { PaymentsContext } from '../context.ts';
import type { PayeeAnswer } from '../model/payee-check.ts';

/** No answer came in time: the check was not possible. */
export const UNANSWERED = { partyNameMatch: 'NOAP', unanswered: true } as const satisfies PayeeAnswer;

/** Asks the bank whether a name belongs to an account. A name is kept with a close match only: the other results disclose none. */
export async function askOfPayee(
  { bus, observeVerification }: Pick<PaymentsContext, 'bus' | 'observeVerification'>,
  question: RequestInputOf<typeof operation>,
): Promise<PayeeAnswer> {
  const begun = performance.now();
  const answer = await askBankInTime(bus, operation, question, PAYEE_VERIFICATION_MS);
  const { partyNameMatch = 'NOAP', partyIdMatch, matchedName } = answer ?? {};
  const result = question.name === undefined ? (partyIdMatch ?? 'NOAP') : partyNameMatch;
  observeVerification({ result: answer === undefined ? 'none' : result }, (performance.now() - begun) / 1_000);
  if (answer === undefined) return UNANSWERED;
  return {
    partyNameMatch,
    ...(partyIdMatch && { partyIdMatch }),
    ...(partyNameMatch === 'CMTC' && matchedName !== undefined && { matchedName }),
  };
}
