import {
  type AccountReference,
  type AccountView,
  Balance,
  type CardAccountView,
  FeedAccount,
  StandingOrder,
} from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** What the bank says of an account, and under which of the two account resources it is read. */
export const AccountDetails = FeedAccount.omit({ bankAccountId: true }).extend({ kind: z.enum(['account', 'card']) });
export type AccountDetails = z.infer<typeof AccountDetails>;

/**
 * An account as it was fed. Its parts arrive in any order: `details` is missing while only balances have come, and such
 * an account does not exist for any reader yet. Balances live here, so that most reads need one query.
 *
 * Amounts are kept as the wire text that the bank sent: nothing here calculates with them, and what is answered is to
 * the letter what was fed.
 */
export const Account = z.object({
  /** resourceId: random, given at the first word of the bank, constant for good, never the IBAN (interface 4.3 rule 2). */
  _id: z.string(),
  bankAccountId: z.string(),
  details: AccountDetails.optional(),
  balances: z.object({ version: z.number(), entries: z.array(Balance) }).optional(),
  standingOrders: z.object({ version: z.number(), entries: z.array(StandingOrder) }).optional(),
});
export type Account = z.infer<typeof Account>;

/** What of an account is fed and read apart from its details. */
export type AccountPart = 'balances' | 'standingOrders';

/** An account that readers may ask for. */
export type KnownAccount = Account & { details: AccountDetails };

export const ACCOUNTS = storedCollection('accounts', Account, {
  indexes: [
    { key: { bankAccountId: 1 }, unique: true },
    { key: { 'details.owners': 1, 'details.kind': 1, bankAccountId: 1 } },
  ],
});

/** The reference that grants are compared with: a grant that names a currency means the sub-account in it. */
export function fullReference({ reference, currency }: AccountDetails): AccountReference {
  return { ...reference, currency: reference.currency ?? currency };
}

/**
 * The reference that answers name the account by: the identifier, and the currency where the bank itself names the
 * account with one, because it is one of several under that identifier (field guide 7.8).
 */
export function shownReference({ reference }: AccountDetails): AccountReference {
  const { cashAccountType: _, ...shown } = reference;
  return shown;
}

/** The card account as a TPP may see it (interface 2.7, field guide 3.8). */
export function cardAccountView({ _id, details }: KnownAccount, balances?: readonly Balance[]): CardAccountView {
  const { reference, currency, name, product, debitAccounting, status, usage, creditLimit } = details;
  return {
    resourceId: _id,
    maskedPan: reference.maskedPan,
    currency,
    name,
    product,
    debitAccounting,
    status,
    usage,
    creditLimit,
    ...(balances && { balances: [...balances] }),
  };
}

/** The account as a TPP may see it (interface 2.7); `balances` only where the caller decided that they may be seen. */
export function accountView({ _id, details }: KnownAccount, balances?: readonly Balance[]): AccountView {
  const { reference, currency, name, product, cashAccountType, status, usage } = details;
  return {
    resourceId: _id,
    iban: reference.iban,
    bban: reference.bban,
    currency,
    name,
    product,
    cashAccountType,
    status,
    usage,
    ...(balances && { balances: [...balances] }),
  };
}
