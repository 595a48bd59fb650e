import { FeedTransaction } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** Details of an entry in a statement, besides its amount and dates. */
export const EntryDetails = FeedTransaction.pick({
  endToEndId: true,
  mandateId: true,
  checkId: true,
  creditorId: true,
  batchIndicator: true,
  batchNumberOfTransactions: true,
  currencyExchange: true,
  creditorName: true,
  creditorAccount: true,
  creditorAgent: true,
  ultimateCreditor: true,
  debtorName: true,
  debtorAccount: true,
  debtorAgent: true,
  ultimateDebtor: true,
  remittanceInformationUnstructured: true,
  remittanceInformationUnstructuredArray: true,
  remittanceInformationStructured: true,
  remittanceInformationStructuredArray: true,
  entryDetails: true,
  additionalInformation: true,
  purposeCode: true,
  bankTransactionCode: true,
  proprietaryBankTransactionCode: true,
  card: true,
});
export type EntryDetails = z.infer<typeof EntryDetails>;

/** One line of a customer's statement. `_id` is the bank's reference and stays the same from pending to booked. */
export const Entry = z.object({
  _id: z.string(),
  ledgerAccountId: z.string(),
  /** Increases with each change of the account's entries. The feed follows it. */
  sequence: z.int(),
  bookingStatus: z.enum(['booked', 'pending']),
  amount: z.bigint(),
  currency: z.string(),
  /** Present on booked entries only. */
  balanceAfter: z.bigint().optional(),
  bookingDate: z.string().optional(),
  valueDate: z.string(),
  details: EntryDetails,
});
export type Entry = z.infer<typeof Entry>;

export const ENTRIES = storedCollection('entries', Entry, {
  indexes: [
    { key: { ledgerAccountId: 1, sequence: 1 }, unique: true },
    { key: { bookingStatus: 1, valueDate: 1 }, partialFilterExpression: { bookingStatus: 'pending' } },
  ],
});
