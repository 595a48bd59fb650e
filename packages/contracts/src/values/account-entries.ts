import { z } from 'zod';
import { AccountReference } from './account-reference.ts';
import { Amount, CurrencyCode } from './amounts/amount.ts';
import { Bic } from './bic.ts';
import { DateText, DateTimeText } from './date-texts.ts';
import { FrequencyCode } from './frequency-code.ts';
import { addressTexts } from './postal-address.ts';

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
  lastChangeDateTime: DateTimeText.optional(),
  referenceDate: DateText.optional(),
  /** entryReference of the newest booked entry that the balance includes. */
  lastCommittedTransaction: z.string().max(35).optional(),
});
export type Balance = z.infer<typeof Balance>;

/** A rate at which an amount was converted (Implementation Guidelines, Report Exchange Rate). */
export const CurrencyExchange = z.object({
  sourceCurrency: CurrencyCode,
  exchangeRate: z.string().regex(/^[0-9]{1,11}(\.[0-9]{1,10})?$/, 'must be a decimal with a point'),
  unitCurrency: CurrencyCode,
  targetCurrency: CurrencyCode,
  quotationDate: z.iso.date('must be a date YYYY-MM-DD'),
  contractIdentification: z.string().max(35).optional(),
});
export type CurrencyExchange = z.infer<typeof CurrencyExchange>;

/** A creditor reference with its kind and issuer (data type Remittance). */
export const StructuredReference = z.object({
  reference: z.string().max(35),
  referenceType: z.string().max(35).optional(),
  referenceIssuer: z.string().max(35).optional(),
});
export type StructuredReference = z.infer<typeof StructuredReference>;

/** Maximum lengths of arrays: remittance texts and references, rates, items of a batch. */
const LISTS_MAX = { texts: 20, references: 20, rates: 5, items: 100 } as const;

/** Parties and purpose of an entry or of an item of a batch. */
const Transfer = z.object({
  endToEndId: z.string().optional(),
  mandateId: z.string().optional(),
  checkId: z.string().max(35).optional(),
  creditorId: z.string().max(35).optional(),
  transactionAmount: Amount,
  currencyExchange: z.array(CurrencyExchange).max(LISTS_MAX.rates).optional(),
  creditorName: z.string().optional(),
  creditorAccount: AccountReference.optional(),
  creditorAgent: Bic.optional(),
  ultimateCreditor: z.string().max(140).optional(),
  debtorName: z.string().optional(),
  debtorAccount: AccountReference.optional(),
  debtorAgent: Bic.optional(),
  ultimateDebtor: z.string().max(140).optional(),
  remittanceInformationUnstructured: z.string().optional(),
  remittanceInformationUnstructuredArray: z.array(z.string().max(140)).max(LISTS_MAX.texts).optional(),
  /** Only the reference; its kind is in the array. */
  remittanceInformationStructured: z.string().optional(),
  remittanceInformationStructuredArray: z.array(StructuredReference).max(LISTS_MAX.references).optional(),
  purposeCode: z.string().optional(),
});

/** One item of a batch that was booked as one entry (Implementation Guidelines, Entry Details). */
export const EntryItem = Transfer;
export type EntryItem = z.infer<typeof EntryItem>;

/** Execution schedule of an order (Implementation Guidelines, Transactions). */
const StandingOrderDetails = z.object({
  startDate: DateText,
  /** Of instant standing orders, from edition 1.3.16 on. */
  startDateTime: DateTimeText.optional(),
  endDate: DateText.optional(),
  endDateTime: DateTimeText.optional(),
  frequency: FrequencyCode,
  executionRule: z.enum(['following', 'preceding']).optional(),
  withinAMonthFlag: z.boolean().optional(),
  /** `1` to `12`, as in the standard: leading zeros are removed. */
  monthsOfExecution: z.array(z.string().overwrite(withoutLeadingZero)).optional(),
  multiplicator: z.number().optional(),
  /** `1` to `31`; leading zeros are removed. */
  dayOfExecution: z.string().max(2).overwrite(withoutLeadingZero).optional(),
  limitAmount: Amount.optional(),
});

/** Removes the leading zero from a day or month, as in the standard: `3`, never `03`. */
export function withoutLeadingZero(number: string): string {
  return number.replace(/^0(?=\d)/, '');
}

/** A transaction of a payment account (Implementation Guidelines, Transactions). Debits are negative. */
export const Transaction = Transfer.extend({
  transactionId: z.string(),
  entryReference: z.string().optional(),
  /** Whether the entry is the sum of a batch; its items are `entryDetails`. */
  batchIndicator: z.boolean().optional(),
  batchNumberOfTransactions: z.int().min(0).optional(),
  bookingDate: DateText.optional(),
  valueDate: DateText.optional(),
  entryDetails: z.array(EntryItem).max(LISTS_MAX.items).optional(),
  additionalInformation: z.string().max(500).optional(),
  additionalInformationStructured: z.object({ standingOrderDetails: StandingOrderDetails }).optional(),
  bankTransactionCode: z.string().optional(),
  proprietaryBankTransactionCode: z.string().max(35).optional(),
  balanceAfterTransaction: Balance.optional(),
});
export type Transaction = z.infer<typeof Transaction>;

/** An active standing order: not yet an entry, so without dates and entry details (bookingStatus=information). */
export const StandingOrder = Transaction.pick({
  transactionAmount: true,
  creditorName: true,
  creditorAccount: true,
  mandateId: true,
  remittanceInformationUnstructured: true,
  purposeCode: true,
}).extend({ additionalInformationStructured: z.object({ standingOrderDetails: StandingOrderDetails }) });
export type StandingOrder = z.infer<typeof StandingOrder>;

/** Location of a card payment (data type address). */
const Address = z.object({
  ...addressTexts((max) => z.string().max(max).optional()),
  country: z.string().regex(/^[A-Z]{2}$/),
});

/** Card details of an entry in addition to its amount and dates (Implementation Guidelines, Card Transactions). */
export const CardDetails = z.object({
  terminalId: z.string().max(35).optional(),
  transactionDate: DateText.optional(),
  acceptorTransactionDateTime: DateTimeText.optional(),
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
  currencyExchange: z.array(CurrencyExchange).max(LISTS_MAX.rates).optional(),
  proprietaryBankTransactionCode: z.string().max(35).optional(),
});

/** An entry of a card account. */
export const CardTransaction = CardDetails.extend({
  /** At most 35 characters (Implementation Guidelines, Card Transactions). */
  cardTransactionId: z.string().max(35),
  bookingDate: DateText.optional(),
  valueDate: DateText.optional(),
  transactionAmount: Amount,
  /** Spelling of the standard, with a capital PAN. */
  maskedPAN: z.string().optional(),
});
export type CardTransaction = z.infer<typeof CardTransaction>;
