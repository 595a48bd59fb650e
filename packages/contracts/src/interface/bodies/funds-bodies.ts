import { z } from 'zod';
import { AccountReference, BookedAccount, CardNumber } from '../../values/account-reference.ts';
import { BooleanOrText, IntegerOrText, IsoDate, neededUnless, text } from '../wire-types.ts';
import { InstructedAmount } from './payment-bodies.ts';

/** Access in the form of the interface for funds (2.2): accounts are listed as in an account information consent. */
const FundsAccess = z.strictObject({
  balances: z.array(AccountReference).optional(),
  transactions: z.array(AccountReference).optional(),
});

/**
 * A confirmation-of-funds consent as requested, in one of two forms (decision 56): the standard's `account` with card fields, or
 * the interface's `access` with a period.
 */
export const FundsConsentContent = z.object({
  account: AccountReference.optional(),
  cardNumber: CardNumber.optional(),
  cardExpiryDate: IsoDate.optional(),
  cardInformation: text(140).optional(),
  registrationInformation: text(140).optional(),
  access: FundsAccess.optional(),
  recurringIndicator: z.boolean().optional(),
  validUntil: IsoDate.optional(),
  frequencyPerDay: z.int().optional(),
});
export type FundsConsentContent = z.infer<typeof FundsConsentContent>;

/** All accounts in a body, in order. */
export function fundsAccountsOf({ account, access }: FundsConsentContent): AccountReference[] {
  const named = [...(account ? [account] : []), ...(access?.balances ?? []), ...(access?.transactions ?? [])];
  return [...new Map(named.map((reference) => [JSON.stringify(reference), reference])).values()];
}

/** Body of `POST /v2/consents/confirmation-of-funds`. Unknown fields are ignored (decision 13). */
export const FundsConsentRequest = FundsConsentContent.extend({
  account: BookedAccount.optional(),
  access: z
    .strictObject({ balances: z.array(BookedAccount).optional(), transactions: z.array(BookedAccount).optional() })
    .optional(),
  recurringIndicator: BooleanOrText.optional(),
  frequencyPerDay: IntegerOrText.pipe(z.int().min(1, 'must be at least 1')).optional(),
})
  .refine(...neededUnless('account', 'access', 'is needed, or access'))
  .refine(({ access }) => access === undefined || fundsAccountsOf({ access }).length > 0, {
    error: 'must name an account in balances or transactions',
    path: ['access'],
  });
export type FundsConsentRequest = z.infer<typeof FundsConsentRequest>;

/**
 * Body of `POST /v1/funds-confirmations` (Implementation Guidelines, Confirmation of Funds Request). A card number without an
 * account means the account it was registered for, in any notation. `payee` is for the bank's own records.
 */
export const FundsConfirmationRequest = z
  .object({
    cardNumber: z
      .string()
      .refine((number) => number.length <= 35, 'must be a text of at most 35 characters')
      .optional(),
    account: BookedAccount.optional(),
    payee: text(70).optional(),
    instructedAmount: InstructedAmount,
  })
  .refine(...neededUnless('account', 'cardNumber', 'is needed where cardNumber names no card'));
