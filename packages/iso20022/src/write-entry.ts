import type { AccountReference, Amount, Transaction } from '@xs2a/contracts';
import { TEXT_MAX } from './statement-codes.ts';
import { type Written, xml, xmlWith } from './write-xml.ts';

const BANK_TRANSACTION_CODE = /^([A-Z0-9]{4})-([A-Z0-9]{4})-([A-Z0-9]{4})$/;

/** An entry of a list as `Ntry` of version 08. */
export function writeEntry(transaction: Transaction, status: 'BOOK' | 'PDNG'): string {
  const { transactionId, entryReference, transactionAmount, bookingDate, valueDate, bankTransactionCode } = transaction;
  return xmlWith(
    'Ntry',
    {},
    xml('NtryRef', fitting(entryReference, TEXT_MAX.reference)),
    ...writeAmount(transactionAmount),
    xml('Sts', xml('Cd', status)),
    xml('BookgDt', xml('Dt', bookingDate)),
    xml('ValDt', xml('Dt', valueDate)),
    // A UUID with its hyphens has one character more than a reference may have.
    xml('AcctSvcrRef', transactionId.replaceAll('-', '').slice(0, TEXT_MAX.reference)),
    writeBankTransactionCode(bankTransactionCode),
    xml('NtryDtls', writeDetails(transaction)),
  ).xml;
}

/** The amount without its sign, and on which side it stands. */
export function writeAmount({ currency, amount }: Amount): [Written, Written | undefined] {
  const isDebit = amount.startsWith('-');
  return [
    xmlWith('Amt', { Ccy: currency }, isDebit ? amount.slice(1) : amount),
    xml('CdtDbtInd', isDebit ? 'DBIT' : 'CRDT'),
  ];
}

/** An account by its identifier (`CashAccount38`): what is no IBAN names its kind as scheme. */
export function writeAccount(name: string, reference: AccountReference, currency = reference.currency) {
  const { iban, bban, msisdn, maskedPan, other } = reference;
  const identified =
    xml('IBAN', iban) ??
    writeOther(bban, xml('Cd', 'BBAN')) ??
    writeOther(msisdn, xml('Prtry', 'MSISDN')) ??
    writeOther(maskedPan, xml('Prtry', 'MASKEDPAN')) ??
    writeOther(other?.identification, xml('Cd', other?.schemeNameCode) ?? xml('Prtry', other?.schemeNameProprietary));
  return identified && xml(name, xml('Id', identified), xml('Ccy', currency));
}

function writeOther(identification: string | undefined, scheme: Written | undefined): Written | undefined {
  const id = xml('Id', fitting(identification, TEXT_MAX.accountId));
  return id && xml('Othr', id, xml('SchmeNm', scheme));
}

/** Mandatory, but it may be empty. */
function writeBankTransactionCode(code: string | undefined): Written {
  const [, domain, family, subFamily] = BANK_TRANSACTION_CODE.exec(code ?? '') ?? [];
  if (domain === undefined) return xmlWith('BkTxCd', {}, xml('Prtry', xml('Cd', fitting(code, TEXT_MAX.reference))));
  return xmlWith(
    'BkTxCd',
    {},
    xml('Domn', xml('Cd', domain), xml('Fmly', xml('Cd', family), xml('SubFmlyCd', subFamily))),
  );
}

function writeDetails(transaction: Transaction): Written | undefined {
  const { endToEndId, mandateId, purposeCode, creditorName, creditorAccount, debtorName, debtorAccount } = transaction;
  const refs = xml(
    'Refs',
    xml('EndToEndId', fitting(endToEndId, TEXT_MAX.reference)),
    xml('MndtId', fitting(mandateId, TEXT_MAX.reference)),
  );
  const parties = xml(
    'RltdPties',
    xml('Dbtr', xml('Pty', xml('Nm', cut(debtorName, TEXT_MAX.name)))),
    debtorAccount && writeAccount('DbtrAcct', debtorAccount),
    xml('Cdtr', xml('Pty', xml('Nm', cut(creditorName, TEXT_MAX.name)))),
    creditorAccount && writeAccount('CdtrAcct', creditorAccount),
  );
  const purpose = xml('Purp', purposeCode?.length === 4 ? xml('Cd', purposeCode) : xml('Prtry', purposeCode));
  return xml('TxDtls', refs, parties, purpose, writeRemittance(transaction));
}

function writeRemittance(transaction: Transaction): Written | undefined {
  const { remittanceInformationUnstructured: free = '', remittanceInformationStructured: structured } = transaction;
  const pieces = pieceByPiece(free, TEXT_MAX.remittance).map((piece) => xml('Ustrd', piece));
  const reference = fitting(structured, TEXT_MAX.reference);
  return xml(
    'RmtInf',
    ...pieces,
    xml(
      'Strd',
      xml('CdtrRefInf', xml('Ref', reference)),
      // Longer than a creditor reference may be.
      reference === undefined ? xml('AddtlRmtInf', cut(structured, TEXT_MAX.remittance)) : undefined,
    ),
  );
}

/** Full pieces and a rest: a reader puts them together again without a gap. */
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
