import { type AccountReference, Balance, FeedAccount, StandingOrder } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** An account as described by the bank, and the account resource under which it is read. */
export const AccountDetails = FeedAccount.omit({ bankAccountId: true }).extend({ kind: z.enum(['account', 'card']) });
export type AccountDetails = z.infer<typeof AccountDetails>;

/**
 * An account as fed by the bank. Its parts arrive in any order: an account without `details`, of which only balances or standing
 * orders have arrived, does not exist for readers. Balances are stored here so that most reads need one query. Amounts are stored
 * as the text that the bank sent and returned unchanged, because nothing here calculates with them.
 */
export const Account = z.object({
  /** resourceId: random, assigned when the bank first names the account, never changed, never the IBAN (decision 12). */
  _id: z.string(),
  bankAccountId: z.string(),
  details: AccountDetails.optional(),
  balances: z.object({ version: z.number(), entries: z.array(Balance) }).optional(),
  standingOrders: z.object({ version: z.number(), entries: z.array(StandingOrder) }).optional(),
});
export type Account = z.infer<typeof Account>;

/** A part of an account that is fed and read separately from its details. */
export type AccountPart = 'balances' | 'standingOrders';

/** An account with details. Readers find no others. */
export type KnownAccount = Account & { details: AccountDetails };

export const ACCOUNTS = storedCollection('accounts', Account, {
  indexes: [
    { key: { bankAccountId: 1 }, unique: true },
    { key: { 'details.owners': 1, 'details.kind': 1, bankAccountId: 1 } },
  ],
});

/** Returns the reference that grants are compared with. A grant with a currency means the sub-account in that currency. */
export function referenceForGrants({ reference, currency }: AccountDetails): AccountReference {
  return { ...reference, currency: reference.currency ?? currency };
}

/**
 * Returns the reference shown in responses: the identifier, and the currency if the bank names it because several accounts share
 * the identifier (Implementation Guidelines, Multicurrency Accounts).
 */
export function shownReference({ reference }: AccountDetails): AccountReference {
  const { cashAccountType: _, ...shown } = reference;
  return shown;
}

/** Returns the bank's ids under which the entries of an account are stored: its own, or those of its sub-accounts. */
export function sourcesOf({ bankAccountId, details }: KnownAccount): readonly string[] {
  return details.subAccounts ?? [bankAccountId];
}

/** Whether an account is the aggregation of sub-accounts in several currencies (docs/decisions/0055-account-data.md). */
export function isAggregate({ details }: KnownAccount): boolean {
  return details.subAccounts !== undefined;
}
