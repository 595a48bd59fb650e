import { z } from 'zod';
import { AccountReference } from './account-reference.ts';
import { Amount } from './amount.ts';
import { FrequencyCode } from './frequency-code.ts';

/** balanceType (Implementation Guidelines, Balance Type). */
export const BalanceType = z.enum([
  'closingBooked',
  'expected',
  'openingBooked',
  'interimAvailable',
  'interimBooked',
  'forwardAvailable',
  'nonInvoiced',
]);

export const Balance = z.object({
  balanceType: BalanceType,
  balanceAmount: Amount,
  creditLimitIncluded: z.boolean().optional(),
  lastChangeDateTime: z.string().optional(),
  referenceDate: z.string().optional(),
  /** entryReference of the newest booked entry that it includes. */
  lastCommittedTransaction: z.string().max(35).optional(),
});
export type Balance = z.infer<typeof Balance>;

/** A transaction of a payment account (Implementation Guidelines, Transactions). Debits are negative. */
export const Transaction = z.object({
  transactionId: z.string(),
  entryReference: z.string().optional(),
  endToEndId: z.string().optional(),
  mandateId: z.string().optional(),
  bookingDate: z.string().optional(),
  valueDate: z.string().optional(),
  transactionAmount: Amount,
  creditorName: z.string().optional(),
  creditorAccount: AccountReference.optional(),
  debtorName: z.string().optional(),
  debtorAccount: AccountReference.optional(),
  remittanceInformationUnstructured: z.string().optional(),
  remittanceInformationStructured: z.string().optional(),
  purposeCode: z.string().optional(),
  bankTransactionCode: z.string().optional(),
  balanceAfterTransaction: Balance.optional(),
});
export type Transaction = z.infer<typeof Transaction>;

/** When an order is executed (Implementation Guidelines, Transactions). */
const StandingOrderDetails = z.object({
  startDate: z.string(),
  endDate: z.string().optional(),
  frequency: FrequencyCode,
  executionRule: z.enum(['following', 'preceding']).optional(),
  withinAMonthFlag: z.boolean().optional(),
  monthsOfExecution: z.array(z.string()).optional(),
  multiplicator: z.number().optional(),
  dayOfExecution: z.string().max(2).optional(),
  limitAmount: Amount.optional(),
});

/**
 * An active standing order: no entry yet, so without dates and without details of its own (bookingStatus=information).
 */
export const StandingOrder = Transaction.pick({
  transactionAmount: true,
  creditorName: true,
  creditorAccount: true,
  mandateId: true,
  remittanceInformationUnstructured: true,
  purposeCode: true,
}).extend({ additionalInformationStructured: z.object({ standingOrderDetails: StandingOrderDetails }) });
export type StandingOrder = z.infer<typeof StandingOrder>;

/** Where a card was used (data type address). */
const Address = z.object({
  streetName: z.string().max(70).optional(),
  buildingNumber: z.string().max(16).optional(),
  townName: z.string().max(35).optional(),
  postCode: z.string().max(16).optional(),
  country: z.string().regex(/^[A-Z]{2}$/),
});

/** What an entry of a card says beside its amount and dates (Implementation Guidelines, Card Transactions). */
export const CardDetails = z.object({
  terminalId: z.string().max(35).optional(),
  transactionDate: z.string().optional(),
  acceptorTransactionDateTime: z.string().optional(),
  originalAmount: Amount.optional(),
  grandTotalAmount: Amount.optional(),
  markupFee: Amount.optional(),
  markupFeePercentage: z.string().optional(),
  cardAcceptorId: z.string().max(35).optional(),
  cardAcceptorAddress: Address.optional(),
  cardAcceptorPhone: z.string().max(35).optional(),
  /** ISO 18245. */
  merchantCategoryCode: z
    .string()
    .regex(/^[0-9]{4}$/)
    .optional(),
  transactionDetails: z.string().max(1_000).optional(),
  invoiced: z.boolean().optional(),
});

/** An entry of a card account. */
export const CardTransaction = CardDetails.extend({
  cardTransactionId: z.string(),
  bookingDate: z.string().optional(),
  valueDate: z.string().optional(),
  transactionAmount: Amount,
  /** Spelt so in the standard, with a capital PAN. */
  maskedPAN: z.string().optional(),
});
export type CardTransaction = z.infer<typeof CardTransaction>;
