import { type AccountReference, maskPan } from '@xs2a/contracts';
import type { Filter } from 'mongodb';
import type { BankContext } from '../context.ts';
import { type CustomerAccount, isCustomer, type LedgerAccount } from '../model/ledger-account.ts';

/** The customer's accounts under a reference, one for each currency. Empty if the bank has no such account. */
export async function findAccounts(
  context: Pick<BankContext, 'ledgerAccounts'>,
  reference: AccountReference,
): Promise<CustomerAccount[]> {
  const { iban, pan, maskedPan, currency } = reference;
  const card = pan === undefined ? maskedPan : maskPan(pan);
  const identifier: Filter<LedgerAccount> | undefined =
    iban !== undefined
      ? { 'customer.reference.iban': iban }
      : card !== undefined
        ? { 'customer.reference.maskedPan': card }
        : undefined;
  if (identifier === undefined) return [];
  const found = await context.ledgerAccounts
    .find({ ...identifier, ...(currency !== undefined && { currency }) })
    .sort({ _id: 1 })
    .toArray();
  return found.filter(isCustomer);
}
