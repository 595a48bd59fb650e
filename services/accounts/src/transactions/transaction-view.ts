import { type StandingOrder, type Transaction, withoutLeadingZero } from '@xs2a/contracts';
import type { KnownTransaction } from '../model/transaction.ts';

/** Rights of the consent beyond the entry itself. */
export interface EntryRights {
  readonly mayReadBalances: boolean;
}

/** Returns the entry of a payment account for a TPP. Its balance requires the right to balances. */
export function transactionView(
  { _id, entry }: Pick<KnownTransaction, '_id' | 'entry'>,
  { mayReadBalances }: EntryRights,
): Transaction {
  const { card: _, balanceAfterTransaction, ...shown } = entry;
  return {
    transactionId: _id,
    ...shown,
    ...(mayReadBalances && balanceAfterTransaction && { balanceAfterTransaction }),
  };
}

/** Returns the standing order for a TPP. Those fed to earlier versions have leading zeroes. */
export function standingOrderView({ additionalInformationStructured, ...order }: StandingOrder): StandingOrder {
  const { dayOfExecution, monthsOfExecution, ...details } = additionalInformationStructured.standingOrderDetails;
  return {
    ...order,
    additionalInformationStructured: {
      standingOrderDetails: {
        ...details,
        ...(dayOfExecution !== undefined && { dayOfExecution: withoutLeadingZero(dayOfExecution) }),
        ...(monthsOfExecution && { monthsOfExecution: monthsOfExecution.map(withoutLeadingZero) }),
      },
    },
  };
}
