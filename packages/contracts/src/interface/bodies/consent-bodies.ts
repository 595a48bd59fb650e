import { z } from 'zod';
import { AccountReference } from '../../values/account-reference.ts';
import { BooleanOrText, IntegerOrText, IsoDate } from '../wire-types.ts';

const References = z.array(AccountReference);

/** `access` of a consent (Implementation Guidelines, Account Access). */
export const AccountAccess = z.strictObject({
  accounts: References.optional(),
  balances: References.optional(),
  transactions: References.optional(),
  additionalInformation: z
    .object({ ownerName: References.optional(), trustedBeneficiaries: References.optional() })
    .optional(),
  availableAccounts: z.enum(['allAccounts', 'allAccountsWithOwnerName']).optional(),
  availableAccountsWithBalance: z.enum(['allAccounts', 'allAccountsWithOwnerName']).optional(),
  allPsd2: z.enum(['allAccounts', 'allAccountsWithOwnerName']).optional(),
  restrictedTo: z.array(z.string()).optional(),
  /** A wish for electronic statements, which are an extended service that is not offered: ignored. */
  statements: References.optional(),
});
export type AccountAccess = z.infer<typeof AccountAccess>;

/** Body of `POST /v1/consents`. Unknown fields are ignored (decision 13). */
export const ConsentRequest = z.object({
  access: AccountAccess,
  recurringIndicator: BooleanOrText,
  validUntil: IsoDate,
  frequencyPerDay: IntegerOrText.pipe(z.int().min(1, 'must be at least 1')),
  combinedServiceIndicator: BooleanOrText.default(false),
});
export type ConsentRequest = z.infer<typeof ConsentRequest>;
