import { type Amount, CurrencyExchange, dayOfTime, type EntryItem, type StructuredReference } from '@xs2a/contracts';
import { SEPA_SCHEME, TEXT_MAX } from '../statement-codes.ts';
import { type TextContent, textOf } from '../xml/content-of.ts';
import type { AmountDetails, PartyContent, RateContent, ReferenceContent, TransactionDetails } from './camt-content.ts';
import { readAccount, readAmount, readBic, withoutUndefined } from './read-values.ts';

/** Maximum lengths of the lists in an entry (Transaction of the contracts). */
const LISTS_MAX = { texts: 20, references: 20, rates: 5 } as const;

/** Date of an entry, and the time zone of the bank. */
export interface EntryDates {
  readonly day: string;
  readonly timeZone: string;
}

/** Reads the details of an entry with a single item. */
export function readDetails(details: TransactionDetails | undefined) {
  const { Refs, RltdPties: parties, RltdAgts: agents, Purp, RmtInf } = details ?? {};
  return {
    endToEndId: textOf(Refs?.EndToEndId),
    mandateId: textOf(Refs?.MndtId),
    checkId: textOf(Refs?.ChqNb),
    creditorId: creditorIdOf(parties?.Cdtr),
    creditorName: nameOf(parties?.Cdtr),
    creditorAccount: readAccount(parties?.CdtrAcct),
    creditorAgent: readBic(agents?.CdtrAgt),
    ultimateCreditor: nameOf(parties?.UltmtCdtr),
    debtorName: nameOf(parties?.Dbtr),
    debtorAccount: readAccount(parties?.DbtrAcct),
    debtorAgent: readBic(agents?.DbtrAgt),
    ultimateDebtor: nameOf(parties?.UltmtDbtr),
    purposeCode: textOf(Purp?.Cd) ?? textOf(Purp?.Prtry),
    remittanceInformationUnstructuredArray: textsOf(RmtInf?.Ustrd),
    ...readReferences(RmtInf?.Strd),
  };
}

/** Reads an item of a batch; undefined if it has no amount that the interface can represent. In version 02, items have no amount. */
export function readItem(details: TransactionDetails, side: TextContent, dates: EntryDates): EntryItem | undefined {
  const { CdtDbtInd = side, AmtDtls } = details;
  const Amt = details.Amt ?? AmtDtls?.TxAmt?.Amt;
  if (Amt === undefined) return undefined;
  const transactionAmount = readAmount({ Amt, CdtDbtInd });
  if (!/\d/.test(transactionAmount.amount)) return undefined;
  return withoutUndefined({
    ...readDetails(details),
    transactionAmount,
    currencyExchange: readRates([AmtDtls], transactionAmount, dates),
    remittanceInformationUnstructured: joinPieces(details),
  });
}

/** Reads every rate once. A missing currency is that of the account, a missing date is that of the entry. */
export function readRates(
  of: readonly (AmountDetails | undefined)[],
  { currency }: Amount,
  dates: EntryDates,
): CurrencyExchange[] | undefined {
  const amounts = of.flatMap((each) => [
    each?.TxAmt,
    each?.InstdAmt,
    each?.CntrValAmt,
    each?.AnncdPstngAmt,
    ...(each?.PrtryAmt ?? []),
  ]);
  const rates = amounts.flatMap((amount) => (amount?.CcyXchg ? readRate(amount.CcyXchg, currency, dates) : []));
  const once = [...new Map(rates.map((rate) => [JSON.stringify(rate), rate])).values()];
  return once.length === 0 ? undefined : once.slice(0, LISTS_MAX.rates);
}

function readRate(rate: RateContent, currency: string, { day, timeZone }: EntryDates): CurrencyExchange[] {
  const sourceCurrency = textOf(rate.SrcCcy);
  const parsed = CurrencyExchange.safeParse(
    withoutUndefined({
      sourceCurrency,
      exchangeRate: textOf(rate.XchgRate),
      unitCurrency: textOf(rate.UnitCcy) ?? sourceCurrency,
      targetCurrency: textOf(rate.TrgtCcy) ?? currency,
      quotationDate: dayOfTime(textOf(rate.QtnDt) ?? day, timeZone),
      contractIdentification: textOf(rate.CtrctId),
    }),
  );
  return parsed.success ? [parsed.data] : [];
}

function nameOf(party: PartyContent | undefined): string | undefined {
  return textOf(party?.Pty?.Nm ?? party?.Nm);
}

/** Creditor identifier of a direct debit (EPC114-06). Other numbers of a person are not returned. */
function creditorIdOf(party: PartyContent | undefined): string | undefined {
  const { PrvtId } = (party?.Pty ?? party)?.Id ?? {};
  const numbers = [PrvtId?.Othr ?? []].flat();
  return textOf(numbers.find(({ SchmeNm }) => textOf(SchmeNm?.Prtry) === SEPA_SCHEME)?.Id);
}

function readReferences(structured: readonly ReferenceContent[] = []) {
  const read = structured.flatMap(({ CdtrRefInf, AddtlRmtInf }): StructuredReference[] => {
    const reference = textOf(CdtrRefInf?.Ref) ?? textOf(AddtlRmtInf?.[0]);
    const { CdOrPrtry, Issr } = CdtrRefInf?.Tp ?? {};
    const referenceType = textOf(CdOrPrtry?.Cd) ?? textOf(CdOrPrtry?.Prtry);
    return reference === undefined
      ? []
      : [withoutUndefined({ reference, referenceType, referenceIssuer: textOf(Issr) })];
  });
  const [first] = read;
  // A single reference without a kind needs no list.
  const isPlain = read.length === 1 && first?.referenceType === undefined && first?.referenceIssuer === undefined;
  const listed = read.filter(({ reference }) => reference.length <= TEXT_MAX.reference).slice(0, LISTS_MAX.references);
  return {
    remittanceInformationStructured: first?.reference,
    remittanceInformationStructuredArray: isPlain || listed.length === 0 ? undefined : listed,
  };
}

const piecesOf = (pieces: readonly TextContent[] = []): string[] =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : (piece['#text'] ?? '')));
const isFull = (piece: string): boolean => Array.from(piece).length === TEXT_MAX.remittance;

/** Texts of a remittance with several texts; undefined if they are parts of a single one. */
function textsOf(pieces: readonly TextContent[] | undefined): string[] | undefined {
  const texts = piecesOf(pieces).filter((piece) => piece.trim() !== '');
  const isOneText = texts.slice(0, -1).every(isFull);
  return isOneText || texts.length > LISTS_MAX.texts ? undefined : texts;
}

/** Joins the parts of a text. A full part continues in the next one; any other ends with its line. */
export function joinPieces(details: TransactionDetails | undefined): string | undefined {
  const pieces = piecesOf(details?.RmtInf?.Ustrd);
  const joined = pieces.map((piece, index) => {
    const isLast = index === pieces.length - 1;
    return isLast || isFull(piece) ? piece : `${piece.trimEnd()} `;
  });
  return joined.join('').trim() || undefined;
}
