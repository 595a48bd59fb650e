import { z } from 'zod';
import { AccountReference } from './account-reference.ts';

/**
 * `balancesInList`: balances are shown only in the account list (availableAccountsWithBalance). `trustedBeneficiaries`: the PSU's
 * trusted beneficiaries, if the bank offers them (decision 81).
 */
export const AccessRight = z
  .enum(['accounts', 'balances', 'transactions', 'balancesInList', 'trustedBeneficiaries'])
  .meta({ announced: ['trustedBeneficiaries'] });
export type AccessRight = z.infer<typeof AccessRight>;

/** The models of consent (Implementation Guidelines, Account Access). A consent follows exactly one. */
export const ConsentModel = z.enum([
  'detailed',
  'bankOffered',
  'allPsd2',
  'availableAccounts',
  'availableAccountsWithBalance',
]);
export type ConsentModel = z.infer<typeof ConsentModel>;

/** One account and the rights on it. */
export const Grant = z.object({
  account: AccountReference,
  rights: z.array(AccessRight),
  /** Whether the name of its owner may be read as well (docs/decisions/0055-account-data.md). */
  ownerName: z.literal(true).optional(),
});
export type Grant = z.infer<typeof Grant>;
