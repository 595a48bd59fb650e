import type { CurrencyExchange, EntryItem, StructuredReference } from '@xs2a/contracts';
import { FURTHER_RATE, REFERENCE_TYPES, SEPA_SCHEME, TEXT_MAX } from '../statement-codes.ts';
import { omitEmpty, type XmlMembers } from '../xml/build-xml.ts';
import { accountContent, agentContent, amountMembers, cut, omitIfTooLong } from './write-values.ts';

const RATE_DIGITS_MAX = 11;

/** Details of an entry, or of an item of a batch, as `TxDtls` of version 08. Only items have an `amount`. */
export function detailsContent(item: EntryItem, amount: XmlMembers = {}): XmlMembers | undefined {
  const { creditorName, creditorId, creditorAccount, creditorAgent, ultimateCreditor } = item;
  const { debtorName, debtorAccount, debtorAgent, ultimateDebtor, purposeCode } = item;
  return omitEmpty({
    Refs: omitEmpty({
      EndToEndId: omitIfTooLong(item.endToEndId, TEXT_MAX.reference),
      MndtId: omitIfTooLong(item.mandateId, TEXT_MAX.reference),
      ChqNb: omitIfTooLong(item.checkId, TEXT_MAX.reference),
    }),
    ...amount,
    AmtDtls: ratesContent(item),
    RltdPties: omitEmpty({
      Dbtr: partyContent(debtorName),
      DbtrAcct: accountContent(debtorAccount),
      UltmtDbtr: partyContent(ultimateDebtor),
      Cdtr: partyContent(creditorName, creditorId),
      CdtrAcct: accountContent(creditorAccount),
      UltmtCdtr: partyContent(ultimateCreditor),
    }),
    RltdAgts: omitEmpty({ DbtrAgt: agentContent(debtorAgent), CdtrAgt: agentContent(creditorAgent) }),
    Purp: omitEmpty(purposeCode?.length === 4 ? { Cd: purposeCode } : { Prtry: purposeCode }),
    RmtInf: remittanceContent(item),
  });
}

/** The first rate is that of the amount itself; further ones are written with amounts of a proprietary type. */
function ratesContent({ transactionAmount, currencyExchange = [] }: EntryItem): XmlMembers | undefined {
  const { Amt = {} } = amountMembers(transactionAmount);
  const [first, ...others] = currencyExchange.filter(isWritable).map(rateContent);
  return omitEmpty({
    TxAmt: first && { Amt, CcyXchg: first },
    PrtryAmt: others.map((rate) => ({ Tp: FURTHER_RATE, Amt, CcyXchg: rate })),
  });
}

/** A rate has at most 11 digits (BaseOneRate). */
function isWritable({ exchangeRate }: CurrencyExchange): boolean {
  return exchangeRate.replace('.', '').length <= RATE_DIGITS_MAX;
}

function rateContent(rate: CurrencyExchange): XmlMembers {
  const { sourceCurrency, targetCurrency, unitCurrency, exchangeRate, contractIdentification, quotationDate } = rate;
  return {
    SrcCcy: sourceCurrency,
    TrgtCcy: targetCurrency,
    UnitCcy: unitCurrency,
    XchgRate: exchangeRate,
    ...omitEmpty({ CtrctId: contractIdentification }),
    QtnDt: `${quotationDate.slice(0, 10)}T00:00:00`,
  };
}

function partyContent(name: string | undefined, creditorId?: string): XmlMembers | undefined {
  const identified = creditorId && { PrvtId: { Othr: { Id: creditorId, SchmeNm: { Prtry: SEPA_SCHEME } } } };
  return omitEmpty({ Pty: omitEmpty({ Nm: cut(name, TEXT_MAX.name), Id: identified || undefined }) });
}

function remittanceContent(item: EntryItem): XmlMembers | undefined {
  const { remittanceInformationUnstructured: free = '', remittanceInformationUnstructuredArray: pieces } = item;
  return omitEmpty({
    Ustrd: pieces ?? pieceByPiece(free, TEXT_MAX.remittance),
    Strd: referencesOf(item).map(referenceContent),
  });
}

/** Returns every reference once: the single one, and those of the list. */
function referencesOf(item: EntryItem): StructuredReference[] {
  const { remittanceInformationStructured: reference, remittanceInformationStructuredArray: listed = [] } = item;
  const isListed = reference === undefined || listed.some((each) => each.reference === reference);
  return isListed ? listed : [{ reference }, ...listed];
}

export function referenceContent({
  reference,
  referenceType: type,
  referenceIssuer: issuer,
}: StructuredReference): XmlMembers {
  const fits = omitIfTooLong(reference, TEXT_MAX.reference);
  // Longer than the maximum of a creditor reference.
  if (fits === undefined) return { AddtlRmtInf: cut(reference, TEXT_MAX.remittance) ?? '' };
  const code = type !== undefined && REFERENCE_TYPES.has(type) ? { Cd: type } : { Prtry: type ?? '' };
  const kind = type === undefined ? undefined : omitEmpty({ CdOrPrtry: code, Issr: issuer });
  return { CdtrRefInf: { ...omitEmpty({ Tp: kind }), Ref: fits } };
}

/** Splits a text into full parts and a rest, which a reader joins without a gap. */
function pieceByPiece(text: string, size: number): string[] {
  const characters = Array.from(text);
  const pieces: string[] = [];
  for (let start = 0; start < characters.length; start += size) {
    pieces.push(characters.slice(start, start + size).join(''));
  }
  return pieces;
}
