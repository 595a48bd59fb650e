import type { CardTransaction, listCardTransactions as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { shownReference } from './account.ts';
import { reportOf } from './report.ts';
import type { AccountsRoom } from './room.ts';
import type { Found } from './walk.ts';

/** As the list of a payment account, in the words that the standard has for cards (field guide 3.11). */
export async function listCardTransactions(
  room: AccountsRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { account, lists, information: _, ...rest } = await reportOf(room, request, 'card');
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
