import type { CardTransaction, listCardTransactions as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { AccountsContext } from '../context.ts';
import { shownReference } from '../model/account.ts';
import { cardTransactionId } from '../model/card-transaction-id.ts';
import type { FoundTransaction } from '../transactions/found-transaction.ts';
import { readAccountReport } from '../transactions/read-account-report.ts';

/**
 * Returns the transaction list of a card account, with the fields that the standard defines for cards (Implementation Guidelines,
 * Card Transactions).
 */
export async function listCardTransactions(
  context: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { account, may: _, lists, information: __, ...rest } = await readAccountReport(context, request, 'card');
  const { reference, debitAccounting } = account.details;
  const view = ({ _id, entry }: FoundTransaction): CardTransaction => {
    const { transactionAmount, bookingDate, valueDate, remittanceInformationUnstructured, card } = entry;
    const { currencyExchange, proprietaryBankTransactionCode } = entry;
    return {
      cardTransactionId: cardTransactionId(_id),
      bookingDate,
      valueDate,
      transactionAmount,
      maskedPAN: reference.maskedPan,
      transactionDetails: remittanceInformationUnstructured,
      ...(currencyExchange && { currencyExchange }),
      ...(proprietaryBankTransactionCode !== undefined && { proprietaryBankTransactionCode }),
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
