import { AccountReference, TrustedBeneficiary } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** Fields of a customer's account that an account of the bank itself lacks. */
const Customer = z.object({
  owners: z.array(z.string()).min(1),
  ownerName: z.string(),
  reference: AccountReference,
  displayName: z.string().optional(),
  product: z.string(),
  linkedAccounts: z.string().optional(),
  details: z.string().optional(),
  msisdn: z.string().optional(),
  trustedBeneficiaries: z.array(TrustedBeneficiary).optional(),
  cashAccountType: z.string(),
  usage: z.enum(['PRIV', 'ORGA']),
  status: z.enum(['enabled', 'deleted', 'blocked']),
  signaturesNeeded: z.int(),
});

/**
 * One account of the double-entry ledger in one currency. Credits are positive: a customer's money is what the bank
 * owes. The balances of all accounts in a currency always sum to zero. Amounts are integer minor units.
 */
export const LedgerAccount = z.object({
  _id: z.string(),
  currency: z.string(),
  balance: z.bigint(),
  creditLimit: z.bigint(),
  /** `balance + creditLimit`, stored so that one write can check and make a debit. */
  available: z.bigint(),
  /** Sum of the pending entries. It reserves nothing. */
  pending: z.bigint(),
  /** The balance at the end of the day before `bookedDay`. */
  closingBalance: z.bigint(),
  bookedDay: z.string(),
  /** Number of the newest entry of the statement. */
  sequence: z.int(),
  /** Increases with each change of a balance. */
  version: z.int(),
  changedAt: z.date(),
  /** Number of changes of the standing orders since the account was opened. */
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
