import { PAYMENT_PRODUCTS, type PaymentProduct } from '@xs2a/contracts';
import type { CreditTransfer, TransferBlock } from '@xs2a/iso20022';
import type { StatementLine } from '../ledger/posting-batch.ts';
import type { EntryDetails } from '../model/entry.ts';
import type { CustomerAccount } from '../model/ledger-account.ts';

/** ISO 20022 bank transaction codes of SEPA credit transfers. Instant ones have families of their own. */
const codesOf = (product: PaymentProduct): { issued: string; received: string } =>
  PAYMENT_PRODUCTS[product].instant
    ? { issued: 'PMNT-IRCT-ESCT', received: 'PMNT-RRCT-ESCT' }
    : { issued: 'PMNT-ICDT-ESCT', received: 'PMNT-RCDT-ESCT' };
const REMITTANCE_CHARACTERS_MAX = 140;

/** Returns the entry of one transfer on the debtor's statement. */
export function bulkDebit(reference: string, transfer: CreditTransfer, product: PaymentProduct): StatementLine {
  const { creditorName, creditorIban } = transfer;
  return {
    reference: `${reference}-D`,
    details: {
      ...common(transfer),
      ...(creditorName !== undefined && { creditorName }),
      ...(creditorIban !== undefined && { creditorAccount: { iban: creditorIban } }),
      bankTransactionCode: codesOf(product).issued,
    },
  };
}

/** Returns the entry of one transfer on the statement of a creditor at this bank. */
export function bulkCredit(
  reference: string,
  transfer: CreditTransfer,
  { debtor: { customer }, product }: { debtor: CustomerAccount; product: PaymentProduct },
): StatementLine {
  const { iban } = customer.reference;
  return {
    reference: `${reference}-C`,
    details: {
      ...common(transfer),
      debtorName: customer.ownerName,
      ...(iban !== undefined && { debtorAccount: { iban } }),
      bankTransactionCode: codesOf(product).received,
    },
  };
}

/** Returns the only entry for a whole block (batch booking). */
export function bulkTotal(
  reference: string,
  { paymentInformationId }: TransferBlock,
  { count, product }: { count: number; product: PaymentProduct },
): StatementLine {
  return {
    reference: `${reference}-D`,
    details: {
      batchIndicator: true,
      batchNumberOfTransactions: count,
      remittanceInformationUnstructured: `Skupno plaćanje ${paymentInformationId}, broj naloga: ${count}`,
      bankTransactionCode: codesOf(product).issued,
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
