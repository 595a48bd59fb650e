import type { CreditTransfer, TransferBlock } from '@xs2a/iso20022';
import type { StatementLine } from '../ledger/posting-batch.ts';
import type { EntryDetails } from '../model/entry.ts';
import type { CustomerAccount } from '../model/ledger-account.ts';

/** ISO 20022 bank transaction codes: issued, and received, SEPA credit transfers. */
const ISSUED = 'PMNT-ICDT-ESCT';
const RECEIVED = 'PMNT-RCDT-ESCT';
const REMITTANCE_CHARACTERS_MAX = 140;

/** Returns the entry of one transfer on the debtor's statement. */
export function bulkDebit(reference: string, transfer: CreditTransfer): StatementLine {
  const { creditorName, creditorIban } = transfer;
  return {
    reference: `${reference}-D`,
    details: {
      ...common(transfer),
      ...(creditorName !== undefined && { creditorName }),
      ...(creditorIban !== undefined && { creditorAccount: { iban: creditorIban } }),
      bankTransactionCode: ISSUED,
    },
  };
}

/** Returns the entry of one transfer on the statement of a creditor at this bank. */
export function bulkCredit(reference: string, transfer: CreditTransfer, { customer }: CustomerAccount): StatementLine {
  const { iban } = customer.reference;
  return {
    reference: `${reference}-C`,
    details: {
      ...common(transfer),
      debtorName: customer.ownerName,
      ...(iban !== undefined && { debtorAccount: { iban } }),
      bankTransactionCode: RECEIVED,
    },
  };
}

/** Returns the only entry for a whole block (batch booking). */
export function bulkTotal(reference: string, { paymentInformationId }: TransferBlock, count: number): StatementLine {
  return {
    reference: `${reference}-D`,
    details: {
      batchIndicator: true,
      batchNumberOfTransactions: count,
      remittanceInformationUnstructured: `Skupno plaćanje ${paymentInformationId}, broj naloga: ${count}`,
      bankTransactionCode: ISSUED,
    },
  };
}

function common({ endToEndId, unstructured, creditorReference, purposeCode }: CreditTransfer): EntryDetails {
  return {
    endToEndId,
    ...(unstructured !== undefined && {
      remittanceInformationUnstructured: unstructured.slice(0, REMITTANCE_CHARACTERS_MAX),
    }),
    ...(creditorReference !== undefined && { remittanceInformationStructured: creditorReference }),
    ...(purposeCode !== undefined && { purposeCode }),
  };
}
