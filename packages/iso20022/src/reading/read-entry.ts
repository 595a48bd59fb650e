import { createHash } from 'node:crypto';
import {
  type AccountReference,
  type Amount,
  DecimalText,
  type FeedTransaction,
  AccountReference as Reference,
} from '@xs2a/contracts';
import { BALANCE_OF_CODE, TEXT_MAX } from '../statement-codes.ts';
import { textOf } from '../xml/parse-content.ts';
import type {
  AccountContent,
  BalanceContent,
  DateChoice,
  EntryContent,
  Sided,
  TransactionCode,
  TransactionDetails,
} from './camt-content.ts';

const STATUS: ReadonlyMap<string, FeedTransaction['bookingStatus']> = new Map([
  ['BOOK', 'booked'],
  ['PDNG', 'pending'],
]);

interface EntryContext {
  /** Identifies the statement among those of its account; for references of entries that have none. */
  readonly statementId: string;
  readonly sequence: number;
  /** Where it stands among the entries of its statement, from 1 on. */
  readonly ordinal: number;
  /** Where a booked entry says no date. */
  readonly day: string;
}

/** An `Ntry` of any version as it is fed; undefined where it is neither booked nor pending. */
export function readEntry(
  entry: EntryContent,
  { statementId, sequence, ordinal, day }: EntryContext,
): FeedTransaction | undefined {
  const status = typeof entry.Sts === 'string' ? entry.Sts : entry.Sts.Cd;
  const bookingStatus = STATUS.get(textOf(status) ?? '');
  if (bookingStatus === undefined) return undefined;
  const all = entry.NtryDtls?.flatMap(({ TxDtls = [] }) => TxDtls) ?? [];
  // A batch is one entry: what its items say is not said of the whole.
  const details = all.length === 1 ? all[0] : undefined;
  const bookingDate = dayOf(entry.BookgDt) ?? (bookingStatus === 'booked' ? (dayOf(entry.ValDt) ?? day) : undefined);
  const servicerReference = textOf(entry.AcctSvcrRef) ?? textOf(details?.Refs?.AcctSvcrRef);
  return withoutUndefined({
    bankReference: servicerReference ?? ownReference(statementId, ordinal),
    bookingStatus,
    sequence,
    transactionAmount: readAmount(entry),
    entryReference: entryReferenceOf(entry, ordinal) ?? servicerReference,
    bookingDate,
    valueDate: dayOf(entry.ValDt),
    bankTransactionCode: bankTransactionCodeOf(entry) ?? bankTransactionCodeOf(details),
    ...readDetails(details),
    remittanceInformationUnstructured: joinPieces(details) ?? textOf(entry.AddtlNtryInf),
  });
}

/** A running number of the statement names nothing beyond it. */
function entryReferenceOf(entry: EntryContent, ordinal: number): string | undefined {
  const reference = textOf(entry.NtryRef);
  return reference !== undefined && Number(reference) === ordinal ? undefined : reference;
}

/** For a bank that gives its entries no reference: the same again when the file is read again. */
function ownReference(statementId: string, ordinal: number): string {
  return createHash('sha256')
    .update(JSON.stringify([statementId, ordinal]))
    .digest('hex')
    .slice(0, TEXT_MAX.reference);
}

/** The amount with the sign of its side. */
export function readAmount({ Amt, CdtDbtInd }: Sided): Amount {
  const digits = decimalOf(textOf(Amt) ?? '');
  const isDebit = textOf(CdtDbtInd) === 'DBIT' && /[1-9]/.test(digits);
  return { currency: Amt['@Ccy'], amount: `${isDebit ? '-' : ''}${digits}` };
}

/** XML decimals may have a plus sign, leading zeros, no digit before the point, or zeros without end after it. */
function decimalOf(text: string): string {
  const [, digits = '', fraction = ''] = /^\+?(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  const whole = digits.replace(/^0+/, '');
  let end = fraction.length;
  while (end > 2 && fraction.charAt(end - 1) === '0') end--;
  const kept = fraction.slice(0, end);
  const decimal = `${whole === '' ? '0' : whole}${kept === '' ? '' : `.${kept}`}`;
  return DecimalText.safeParse(decimal).success ? decimal : '';
}

function readDetails(details: TransactionDetails | undefined) {
  const { Refs, RltdPties: parties, Purp, RmtInf } = details ?? {};
  const [structured] = RmtInf?.Strd ?? [];
  return {
    endToEndId: textOf(Refs?.EndToEndId),
    mandateId: textOf(Refs?.MndtId),
    creditorName: textOf(parties?.Cdtr?.Pty?.Nm ?? parties?.Cdtr?.Nm),
    creditorAccount: readAccount(parties?.CdtrAcct),
    debtorName: textOf(parties?.Dbtr?.Pty?.Nm ?? parties?.Dbtr?.Nm),
    debtorAccount: readAccount(parties?.DbtrAcct),
    purposeCode: textOf(Purp?.Cd) ?? textOf(Purp?.Prtry),
    remittanceInformationStructured: textOf(structured?.CdtrRefInf?.Ref) ?? textOf(structured?.AddtlRmtInf?.[0]),
  };
}

/** A full piece goes on in the next one; any other ends with its line. */
function joinPieces(details: TransactionDetails | undefined): string | undefined {
  const pieces = (details?.RmtInf?.Ustrd ?? []).map((piece) =>
    typeof piece === 'string' ? piece : (piece['#text'] ?? ''),
  );
  const joined = pieces.map((piece, index) => {
    const isLast = index === pieces.length - 1;
    return isLast || Array.from(piece).length === TEXT_MAX.remittance ? piece : `${piece.trimEnd()} `;
  });
  return joined.join('').trim() || undefined;
}

/** An account by its identifier; undefined where it has none that the interface could name. */
export function readAccount(account: AccountContent | undefined): AccountReference | undefined {
  const iban = textOf(account?.Id?.IBAN);
  const other = account?.Id?.Othr;
  const identification = textOf(other?.Id);
  const code = textOf(other?.SchmeNm?.Cd);
  const proprietary = textOf(other?.SchmeNm?.Prtry);
  const currency = textOf(account?.Ccy);
  const named =
    iban !== undefined
      ? { iban }
      : code === 'BBAN'
        ? { bban: identification }
        : proprietary === 'MSISDN'
          ? { msisdn: identification }
          : proprietary === 'MASKEDPAN'
            ? { maskedPan: identification }
            : { other: withoutUndefined({ identification, schemeNameCode: code, schemeNameProprietary: proprietary }) };
  const parsed = Reference.safeParse(withoutUndefined({ ...named, currency }));
  return parsed.success ? parsed.data : undefined;
}

function bankTransactionCodeOf(element: TransactionCode | undefined): string | undefined {
  const domain = element?.BkTxCd?.Domn;
  if (domain === undefined) return textOf(element?.BkTxCd?.Prtry?.Cd);
  return [textOf(domain.Cd), textOf(domain.Fmly.Cd), textOf(domain.Fmly.SubFmlyCd)].join('-');
}

function dayOf(date: DateChoice | undefined): string | undefined {
  return (textOf(date?.Dt) ?? textOf(date?.DtTm))?.slice(0, 10);
}

/** The type of the interface for a balance; undefined where it knows none. */
export function balanceTypeOf({ Tp }: BalanceContent) {
  return BALANCE_OF_CODE.get(textOf(Tp.CdOrPrtry.Cd) ?? '');
}

/** Contracts know absent, not undefined. */
export function withoutUndefined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
