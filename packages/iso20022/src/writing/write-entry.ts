import type { Transaction } from '@xs2a/contracts';
import { TEXT_MAX } from '../statement-codes.ts';
import { omitEmpty, type XmlMembers } from '../xml/build-xml.ts';
import { detailsContent } from './write-details.ts';
import { amountMembers, cut, omitIfTooLong } from './write-values.ts';

const BANK_TRANSACTION_CODE = /^([A-Z0-9]{4})-([A-Z0-9]{4})-([A-Z0-9]{4})$/;

/** Writes an entry as `Ntry` of version 08. */
export function entryContent(transaction: Transaction, status: 'BOOK' | 'PDNG'): XmlMembers | undefined {
  const { transactionId, entryReference, transactionAmount, bookingDate, valueDate } = transaction;
  return omitEmpty({
    NtryRef: omitIfTooLong(entryReference, TEXT_MAX.reference),
    ...amountMembers(transactionAmount),
    Sts: { Cd: status },
    BookgDt: omitEmpty({ Dt: bookingDate }),
    ValDt: omitEmpty({ Dt: valueDate }),
    // A UUID with hyphens exceeds the maximum length of a reference by one character.
    AcctSvcrRef: transactionId.replaceAll('-', '').slice(0, TEXT_MAX.reference),
    // Mandatory but may be empty.
    BkTxCd: bankTransactionCodeContent(transaction) ?? {},
    NtryDtls: omitEmpty({ Btch: batchContent(transaction), TxDtls: itemsContent(transaction) }),
    AddtlNtryInf: cut(additionalText(transaction), TEXT_MAX.additional),
  });
}

/** A code that does not exist in ISO 20022 is the bank's own. */
function bankTransactionCodeContent({
  bankTransactionCode: code,
  proprietaryBankTransactionCode: own,
}: Transaction): XmlMembers | undefined {
  const [, domain, family, subFamily] = BANK_TRANSACTION_CODE.exec(code ?? '') ?? [];
  const proprietary = omitIfTooLong(own ?? (domain === undefined ? code : undefined), TEXT_MAX.reference);
  return omitEmpty({
    Domn: domain && omitEmpty({ Cd: domain, Fmly: omitEmpty({ Cd: family, SubFmlyCd: subFamily }) }),
    Prtry: omitEmpty({ Cd: proprietary }),
  });
}

function batchContent({ batchIndicator, batchNumberOfTransactions: count }: Transaction): XmlMembers | undefined {
  if (count !== undefined) return { NbOfTxs: String(count) };
  return batchIndicator ? {} : undefined;
}

/** In a batch, the items replace the text of the whole. */
function additionalText(transaction: Transaction): string | undefined {
  const { additionalInformation, entryDetails = [], remittanceInformationUnstructured: text } = transaction;
  return additionalInformation ?? (entryDetails.length > 0 ? text : undefined);
}

/** Items of a batch; for any other entry, the entry itself as its only item. */
function itemsContent(transaction: Transaction): XmlMembers[] {
  const { entryDetails = [] } = transaction;
  if (entryDetails.length === 0) return [detailsContent(transaction) ?? {}].filter((item) => Object.keys(item).length);
  return entryDetails.map((item) => ({ ...detailsContent(item, amountMembers(item.transactionAmount)) }));
}
