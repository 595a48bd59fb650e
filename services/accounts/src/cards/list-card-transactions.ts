import type { CardTransaction, listCardTransactions as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { AccountsContext } from '../context.ts';
import { shownReference } from '../model/account.ts';
import { reportOf } from '../transactions/find-transactions.ts';
import type { Found } from '../transactions/transaction-page.ts';

/** As the list of a payment account, in the words that the standard has for cards (field guide 3.11). */
export async function listCardTransactions(
  context: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { account, lists, information: _, ...rest } = await reportOf(context, request, 'card');
  const { reference, debitAccounting } = account.details;
  const view = ({ _id, entry }: Found): CardTransaction => {
    const { transactionAmount, bookingDate, valueDate, remittanceInformationUnstructured, card } = entry;
    return {
      cardTransactionId: _id,
      bookingDate,
      valueDate,
      transactionAmount,
      maskedPAN: reference.maskedPan,
      transactionDetails: remittanceInformationUnstructured,
      ...card,
    };
  };
  return {
    cardAccount: shownReference(account.details),
    debitAccounting,
    ...Object.fromEntries(lists.map(([list, entries]) => [list, entries.map(view)])),
    ...rest,
  };
}
