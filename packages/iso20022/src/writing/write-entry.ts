import type { AccountReference, Amount, Transaction } from '@xs2a/contracts';
import { TEXT_MAX } from '../statement-codes.ts';
import { present, type XmlContent, type XmlMembers } from '../xml/build-xml.ts';

const BANK_TRANSACTION_CODE = /^([A-Z0-9]{4})-([A-Z0-9]{4})-([A-Z0-9]{4})$/;

/** An entry of a list as `Ntry` of version 08. */
export function entryContent(transaction: Transaction, status: 'BOOK' | 'PDNG'): XmlMembers | undefined {
  const { transactionId, entryReference, transactionAmount, bookingDate, valueDate, bankTransactionCode } = transaction;
  return present({
    NtryRef: fitting(entryReference, TEXT_MAX.reference),
    ...amountMembers(transactionAmount),
    Sts: { Cd: status },
    BookgDt: present({ Dt: bookingDate }),
    ValDt: present({ Dt: valueDate }),
    // A UUID with its hyphens has one character more than a reference may have.
    AcctSvcrRef: transactionId.replaceAll('-', '').slice(0, TEXT_MAX.reference),
    // Mandatory, but it may be empty.
    BkTxCd: bankTransactionCodeContent(bankTransactionCode) ?? {},
    NtryDtls: present({ TxDtls: detailsContent(transaction) }),
  });
}

/** The amount without its sign, and on which side it stands. */
export function amountMembers({ currency, amount }: Amount): XmlMembers {
  const isDebit = amount.startsWith('-');
  return {
    Amt: { '@Ccy': currency, '#text': isDebit ? amount.slice(1) : amount },
    CdtDbtInd: isDebit ? 'DBIT' : 'CRDT',
  };
}

/** An account by its identifier (`CashAccount38`): what is no IBAN names its kind as scheme. */
export function accountContent(
  reference: AccountReference | undefined,
  currency = reference?.currency,
): XmlMembers | undefined {
  const { iban, bban, msisdn, maskedPan, other } = reference ?? {};
  const identified =
    present({ IBAN: iban }) ??
    otherContent(bban, { Cd: 'BBAN' }) ??
    otherContent(msisdn, { Prtry: 'MSISDN' }) ??
    otherContent(maskedPan, { Prtry: 'MASKEDPAN' }) ??
    otherContent(
      other?.identification,
      present({ Cd: other?.schemeNameCode }) ?? present({ Prtry: other?.schemeNameProprietary }),
    );
  return identified && present({ Id: identified, Ccy: currency });
}

function otherContent(identification: string | undefined, scheme: XmlContent | undefined): XmlMembers | undefined {
  const id = fitting(identification, TEXT_MAX.accountId);
  return present({ Othr: id && present({ Id: id, SchmeNm: scheme }) });
}

function bankTransactionCodeContent(code: string | undefined): XmlMembers | undefined {
  const [, domain, family, subFamily] = BANK_TRANSACTION_CODE.exec(code ?? '') ?? [];
  if (domain === undefined) return present({ Prtry: present({ Cd: fitting(code, TEXT_MAX.reference) }) });
  return present({ Domn: present({ Cd: domain, Fmly: present({ Cd: family, SubFmlyCd: subFamily }) }) });
}

function detailsContent(transaction: Transaction): XmlMembers | undefined {
  const { endToEndId, mandateId, purposeCode, creditorName, creditorAccount, debtorName, debtorAccount } = transaction;
  return present({
    Refs: present({
      EndToEndId: fitting(endToEndId, TEXT_MAX.reference),
      MndtId: fitting(mandateId, TEXT_MAX.reference),
    }),
    RltdPties: present({
      Dbtr: partyContent(debtorName),
      DbtrAcct: accountContent(debtorAccount),
      Cdtr: partyContent(creditorName),
      CdtrAcct: accountContent(creditorAccount),
    }),
    Purp: present(purposeCode?.length === 4 ? { Cd: purposeCode } : { Prtry: purposeCode }),
    RmtInf: remittanceContent(transaction),
  });
}

function partyContent(name: string | undefined): XmlMembers | undefined {
  return present({ Pty: present({ Nm: cut(name, TEXT_MAX.name) }) });
}

function remittanceContent(transaction: Transaction): XmlMembers | undefined {
  const { remittanceInformationUnstructured: free = '', remittanceInformationStructured: structured } = transaction;
  const reference = fitting(structured, TEXT_MAX.reference);
  return present({
    Ustrd: pieceByPiece(free, TEXT_MAX.remittance),
    Strd: present({
      CdtrRefInf: present({ Ref: reference }),
      // Longer than a creditor reference may be.
      AddtlRmtInf: reference === undefined ? cut(structured, TEXT_MAX.remittance) : undefined,
    }),
  });
}

/** Full pieces and a rest, which a reader joins without a gap. */
function pieceByPiece(text: string, size: number): string[] {
  const characters = Array.from(text);
  const pieces: string[] = [];
  for (let start = 0; start < characters.length; start += size) {
    pieces.push(characters.slice(start, start + size).join(''));
  }
  return pieces;
}

/** A reference that is too long is left out: a part of it would be another reference. */
function fitting(text: string | undefined, max: number): string | undefined {
  return text !== undefined && Array.from(text).length <= max ? text : undefined;
}

function cut(text: string | undefined, max: number): string | undefined {
  return text === undefined ? undefined : Array.from(text).slice(0, max).join('');
}
