import { verifyPayee as operation, PAYEE_VERIFICATION_MS, type RequestInputOf } from '@xs2a/contracts';
import { askBankInTime } from '../ask-bank-in-time.ts';
import type { PaymentsContext } from '../context.ts';
import type { PayeeAnswer } from '../model/payee-check.ts';

/** Asks the bank whether a name belongs to an account. A name is kept with a close match only: the other results disclose none. */
export async function askOfPayee(
  bus: PaymentsContext['bus'],
  question: RequestInputOf<typeof operation>,
): Promise<PayeeAnswer> {
  const answer = await askBankInTime(bus, operation, question, PAYEE_VERIFICATION_MS);
  if (answer === undefined) return UNANSWERED;
  const { partyNameMatch = 'NOAP', partyIdMatch, matchedName } = answer;
  return {
    partyNameMatch,
    ...(partyIdMatch && { partyIdMatch }),
    ...(partyNameMatch === 'CMTC' && matchedName !== undefined && { matchedName }),
  };
}

/** No answer came in time: the check was not possible. */
export const UNANSWERED: PayeeAnswer = { partyNameMatch: 'NOAP', unanswered: true };
