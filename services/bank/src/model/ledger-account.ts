import { AccountReference } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** What a customer's account has that an account of the bank itself has not. */
const Customer = z.object({
  owners: z.array(z.string()).min(1),
  ownerName: z.string(),
  reference: AccountReference,
  product: z.string(),
  cashAccountType: z.string(),
  usage: z.enum(['PRIV', 'ORGA']),
  status: z.enum(['enabled', 'deleted', 'blocked']),
  signaturesNeeded: z.int(),
});

/**
 * One account of the double-entry ledger in one currency. Credits are positive: a customer's money is what the bank
 * owes. Over all accounts of a currency the balances sum to zero at any time. Amounts are integer minor units.
 */
export const LedgerAccount = z.object({
  _id: z.string(),
  currency: z.string(),
  balance: z.bigint(),
  creditLimit: z.bigint(),
  /** `balance + creditLimit`, kept so that a debit can be guarded in the same write. */
  available: z.bigint(),
  /** Sum of the entries that are announced but not booked; reserves nothing. */
  pending: z.bigint(),
  /** The balance at the end of the day before `bookedDay`. */
  closingBalance: z.bigint(),
  bookedDay: z.string(),
  /** Number of the newest entry of the statement. */
  sequence: z.int(),
  /** Grows with each change of a balance. */
  version: z.int(),
  changedAt: z.date(),
  /** How often its standing orders changed since it was opened. */
  orderChanges: z.int().optional(),
  customer: Customer.optional(),
});
export type LedgerAccount = z.infer<typeof LedgerAccount>;
export type CustomerAccount = LedgerAccount & { customer: z.infer<typeof Customer> };

export const LEDGER_ACCOUNTS = storedCollection('ledgerAccounts', LedgerAccount, {
  indexes: [
    { key: { 'customer.reference.iban': 1, currency: 1 } },
    { key: { 'customer.reference.maskedPan': 1 } },
    { key: { 'customer.owners': 1 } },
  ],
});

export function isCustomer(account: LedgerAccount): account is CustomerAccount {
  return account.customer !== undefined;
}
