import { createHash } from 'node:crypto';
import {
  type AccountReference,
  type Amount,
  DecimalText,
  type FeedTransaction,
  AccountReference as Reference,
} from '@xs2a/contracts';
import { BALANCE_OF_CODE, TEXT_MAX } from './statement-codes.ts';
import { child, childrenOf, textAt, type XmlElement } from './xml-element.ts';

/** Of version 02 the status is the text, later a choice below it; so are a party and its name. */
const STATUS: ReadonlyMap<string, FeedTransaction['bookingStatus']> = new Map([
  ['BOOK', 'booked'],
  ['PDNG', 'pending'],
]);

export interface EntryContext {
  /** Identifies the statement among those of its account; for references of entries that have none. */
  readonly statementId: string;
  readonly sequence: number;
  /** Where a booked entry says no date. */
  readonly day: string;
}

/** An `Ntry` of any version as it is fed; undefined where it is neither booked nor pending. */
export function readEntry(
  entry: XmlElement,
  { statementId, sequence, day }: EntryContext,
): FeedTransaction | undefined {
  const bookingStatus = STATUS.get(textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts') ?? '');
  if (bookingStatus === undefined) return undefined;
  const all = childrenOf(entry, 'NtryDtls').flatMap((details) => childrenOf(details, 'TxDtls'));
  // A batch is one entry: what its items say is not said of the whole.
  const details = all.length === 1 ? all[0] : undefined;
  const bookingDate =
    dayAt(entry, 'BookgDt') ?? (bookingStatus === 'booked' ? (dayAt(entry, 'ValDt') ?? day) : undefined);
  const servicerReference = textAt(entry, 'AcctSvcrRef') ?? textAt(details, 'Refs', 'AcctSvcrRef');
  return withoutUndefined({
    bankReference: servicerReference ?? ownReference(statementId, entry),
    bookingStatus,
    sequence,
    transactionAmount: readAmount(entry),
    entryReference: entryReferenceOf(entry) ?? servicerReference,
    bookingDate,
    valueDate: dayAt(entry, 'ValDt'),
    bankTransactionCode: bankTransactionCodeOf(entry) ?? bankTransactionCodeOf(details),
    ...readDetails(details),
    remittanceInformationUnstructured: joinPieces(details) ?? textAt(entry, 'AddtlNtryInf'),
  });
}

/** A running number of the statement names nothing beyond it. */
function entryReferenceOf(entry: XmlElement): string | undefined {
  const reference = textAt(entry, 'NtryRef');
  return reference !== undefined && Number(reference) === entry.ordinal ? undefined : reference;
}

/** For a bank that gives its entries no reference: the same again when the file is read again. */
function ownReference(statementId: string, entry: XmlElement): string {
  return createHash('sha256')
    .update(JSON.stringify([statementId, entry.ordinal]))
    .digest('hex')
    .slice(0, TEXT_MAX.reference);
}

/** The amount with the sign of its side. */
export function readAmount(element: XmlElement): Amount {
  const amount = child(element, 'Amt');
  const digits = decimalOf(amount?.text.trim() ?? '');
  const isDebit = textAt(element, 'CdtDbtInd') === 'DBIT' && /[1-9]/.test(digits);
  return { currency: amount?.attributes.get('Ccy') ?? '', amount: `${isDebit ? '-' : ''}${digits}` };
}

/** XML decimals may have a plus sign, leading zeros, no digit before the point, or zeros without end after it. */
function decimalOf(text: string): string {
  const [, whole = '', fraction = ''] = /^\+?0*(\d*)\.?(\d*)$/.exec(text) ?? [];
  const kept = fraction.length > 2 ? fraction.replace(/0+$/, '').padEnd(2, '0') : fraction;
  const decimal = `${whole === '' ? '0' : whole}${kept === '' ? '' : `.${kept}`}`;
  return DecimalText.safeParse(decimal).success ? decimal : '';
}

function readDetails(details: XmlElement | undefined) {
  const parties = child(details, 'RltdPties');
  const partyName = (role: string): string | undefined =>
    textAt(parties, role, 'Pty', 'Nm') ?? textAt(parties, role, 'Nm');
  return {
    endToEndId: textAt(details, 'Refs', 'EndToEndId'),
    mandateId: textAt(details, 'Refs', 'MndtId'),
    creditorName: partyName('Cdtr'),
    creditorAccount: readAccount(child(parties, 'CdtrAcct')),
    debtorName: partyName('Dbtr'),
    debtorAccount: readAccount(child(parties, 'DbtrAcct')),
    purposeCode: textAt(details, 'Purp', 'Cd') ?? textAt(details, 'Purp', 'Prtry'),
    remittanceInformationStructured:
      textAt(details, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref') ?? textAt(details, 'RmtInf', 'Strd', 'AddtlRmtInf'),
  };
}

/** Full pieces go on in the next one; others end with their line. */
function joinPieces(details: XmlElement | undefined): string | undefined {
  const pieces = childrenOf(child(details, 'RmtInf'), 'Ustrd').map(({ text }) => text);
  const joined = pieces.map((piece, index) => {
    const isLast = index === pieces.length - 1;
    return isLast || Array.from(piece).length === TEXT_MAX.remittance ? piece : `${piece.trimEnd()} `;
  });
  return joined.join('').trim() || undefined;
}

/** An account by its identifier; undefined where it has none that the interface could name. */
export function readAccount(element: XmlElement | undefined): AccountReference | undefined {
  const iban = textAt(element, 'Id', 'IBAN');
  const other = child(element, 'Id', 'Othr');
  const identification = textAt(other, 'Id');
  const code = textAt(other, 'SchmeNm', 'Cd');
  const proprietary = textAt(other, 'SchmeNm', 'Prtry');
  const currency = textAt(element, 'Ccy');
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

function bankTransactionCodeOf(element: XmlElement | undefined): string | undefined {
  const domain = child(element, 'BkTxCd', 'Domn');
  if (domain === undefined) return textAt(element, 'BkTxCd', 'Prtry', 'Cd');
  return [textAt(domain, 'Cd'), textAt(domain, 'Fmly', 'Cd'), textAt(domain, 'Fmly', 'SubFmlyCd')].join('-');
}

/** The day of a choice between date and moment. */
export function dayAt(element: XmlElement | undefined, name: string): string | undefined {
  return (textAt(element, name, 'Dt') ?? textAt(element, name, 'DtTm'))?.slice(0, 10);
}

/** The type of the interface for a balance; undefined where it knows none. */
export function balanceTypeOf(balance: XmlElement) {
  return BALANCE_OF_CODE.get(textAt(balance, 'Tp', 'CdOrPrtry', 'Cd') ?? '');
}

/** Contracts know absent, not undefined. */
export function withoutUndefined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
