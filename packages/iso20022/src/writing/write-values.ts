import type { AccountReference, Amount } from '@xs2a/contracts';
import { TEXT_MAX } from '../statement-codes.ts';
import { omitEmpty, type XmlContent, type XmlMembers } from '../xml/build-xml.ts';

/** Amount without its sign, and its debit or credit side. */
export function amountMembers({ currency, amount }: Amount): XmlMembers {
  const isDebit = amount.startsWith('-');
  return {
    Amt: { '@Ccy': currency, '#text': isDebit ? amount.slice(1) : amount },
    CdtDbtInd: isDebit ? 'DBIT' : 'CRDT',
  };
}

/** Writes an account by its identifier (`CashAccount38`); one that is not an IBAN has its kind as scheme. */
export function accountContent(
  reference: AccountReference | undefined,
  currency = reference?.currency,
): XmlMembers | undefined {
  const { iban, bban, msisdn, maskedPan, other } = reference ?? {};
  const identified =
    omitEmpty({ IBAN: iban }) ??
    otherContent(bban, { Cd: 'BBAN' }) ??
    otherContent(msisdn, { Prtry: 'MSISDN' }) ??
    otherContent(maskedPan, { Prtry: 'MASKEDPAN' }) ??
    otherContent(
      other?.identification,
      omitEmpty({ Cd: other?.schemeNameCode }) ?? omitEmpty({ Prtry: other?.schemeNameProprietary }),
    );
  return identified && omitEmpty({ Id: identified, Ccy: currency });
}

function otherContent(identification: string | undefined, scheme: XmlContent | undefined): XmlMembers | undefined {
  const id = omitIfTooLong(identification, TEXT_MAX.accountId);
  return omitEmpty({ Othr: id && omitEmpty({ Id: id, SchmeNm: scheme }) });
}

/** Writes a bank by its BIC. */
export function agentContent(bic: string | undefined): XmlMembers | undefined {
  return omitEmpty({ FinInstnId: omitEmpty({ BICFI: bic }) });
}

/** Omits a reference that is too long: a truncated one would be a different reference. */
export function omitIfTooLong(text: string | undefined, max: number): string | undefined {
  return text !== undefined && Array.from(text).length <= max ? text : undefined;
}

export function cut(text: string | undefined, max: number): string | undefined {
  return text === undefined ? undefined : Array.from(text).slice(0, max).join('');
}
