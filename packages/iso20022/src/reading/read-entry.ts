import { createHash } from 'node:crypto';
import type { FeedTransaction } from '@xs2a/contracts';
import { BALANCE_OF_CODE, TEXT_MAX } from '../statement-codes.ts';
import { textOf } from '../xml/content-of.ts';
import type { BalanceContent, EntryContent, TransactionCode, TransactionDetails } from './camt-content.ts';
import { type EntryDates, joinPieces, readDetails, readItem, readRates } from './read-details.ts';
import { dayOf, readAmount, withoutUndefined } from './read-values.ts';

const STATUS: ReadonlyMap<string, FeedTransaction['bookingStatus']> = new Map([
  ['BOOK', 'booked'],
  ['PDNG', 'pending'],
]);

/** Maximum number of items in an entry (Transaction of the contracts). */
const ITEMS_MAX = 100;

interface EntryContext {
  /** Identifies the statement among those of its account; for entries without a reference. */
  readonly statementId: string;
  readonly sequence: number;
  /** Position among the entries of its statement, from 1 on. */
  readonly ordinal: number;
  /** Date for a booked entry without one. */
  readonly day: string;
  /** Time zone of the bank. */
  readonly timeZone: string;
}

/** Converts an `Ntry` of any version to the feed; undefined if it is neither booked nor pending. */
export function readEntry(
  entry: EntryContent,
  { statementId, sequence, ordinal, day, timeZone }: EntryContext,
): FeedTransaction | undefined {
  const status = typeof entry.Sts === 'string' ? entry.Sts : entry.Sts.Cd;
  const bookingStatus = STATUS.get(textOf(status) ?? '');
  if (bookingStatus === undefined) return undefined;
  const all = entry.NtryDtls?.flatMap(({ TxDtls = [] }) => TxDtls) ?? [];
  // A batch is one entry: the details of its items do not apply to the whole.
  const details = all.length === 1 ? all[0] : undefined;
  const amount = readAmount(entry);
  const valueDate = dayOf(entry.ValDt, timeZone);
  const bookingDate = dayOf(entry.BookgDt, timeZone) ?? (bookingStatus === 'booked' ? (valueDate ?? day) : undefined);
  const dates = { day: bookingDate ?? day, timeZone };
  const bankText = textOf(entry.AddtlNtryInf);
  const servicerReference = textOf(entry.AcctSvcrRef) ?? textOf(details?.Refs?.AcctSvcrRef);
  return withoutUndefined({
    bankReference: servicerReference ?? ownReference(statementId, ordinal),
    bookingStatus,
    sequence,
    transactionAmount: amount,
    entryReference: entryReferenceOf(entry, ordinal) ?? servicerReference,
    bookingDate,
    valueDate,
    bankTransactionCode: bankTransactionCodeOf(entry) ?? bankTransactionCodeOf(details),
    proprietaryBankTransactionCode: textOf(entry.BkTxCd?.Prtry?.Cd) ?? textOf(details?.BkTxCd?.Prtry?.Cd),
    ...readBatch(entry, all, dates),
    ...readDetails(details),
    currencyExchange: readRates([entry.AmtDtls, details?.AmtDtls], amount, dates),
    remittanceInformationUnstructured: joinPieces(details) ?? bankText,
    additionalInformation: bankText ?? textOf(details?.AddtlTxInf),
  });
}

/**
 * Reads a batch, which is marked as such or has several items. An entry may contain a limited number of items; of a longer batch,
 * only their number is kept.
 */
function readBatch(
  { NtryDtls = [], CdtDbtInd }: EntryContent,
  items: readonly TransactionDetails[],
  dates: EntryDates,
) {
  const batch = NtryDtls.find(({ Btch }) => Btch !== undefined)?.Btch;
  if (batch === undefined && items.length < 2) return {};
  const said = typeof batch === 'object' ? textOf(batch.NbOfTxs) : undefined;
  const read =
    items.length < 2 || items.length > ITEMS_MAX ? [] : items.map((item) => readItem(item, CdtDbtInd, dates));
  const isComplete = read.length > 0 && !read.includes(undefined);
  return {
    batchIndicator: true,
    batchNumberOfTransactions: Number(said ?? items.length) || undefined,
    entryDetails: isComplete ? read.flatMap((item) => item ?? []) : undefined,
  };
}

/** Excludes a sequence number of the statement, which is not unique beyond it. */
function entryReferenceOf(entry: EntryContent, ordinal: number): string | undefined {
  const reference = textOf(entry.NtryRef);
  return reference !== undefined && Number(reference) === ordinal ? undefined : reference;
}

/** Reference for a bank that gives its entries none: the same again when the file is read again. */
function ownReference(statementId: string, ordinal: number): string {
  return createHash('sha256')
    .update(JSON.stringify([statementId, ordinal]))
    .digest('hex')
    .slice(0, TEXT_MAX.reference);
}

/** ISO 20022 code; a bank's own code has a separate field. */
function bankTransactionCodeOf(element: TransactionCode | undefined): string | undefined {
  const domain = element?.BkTxCd?.Domn;
  if (domain === undefined) return undefined;
  return [textOf(domain.Cd), textOf(domain.Fmly.Cd), textOf(domain.Fmly.SubFmlyCd)].join('-');
}

/** Balance type of the interface; undefined if it has none for this balance. */
export function balanceTypeOf({ Tp }: BalanceContent) {
  return BALANCE_OF_CODE.get(textOf(Tp.CdOrPrtry.Cd) ?? '');
}
