import { z } from 'zod';
import { AccountReference, BookedAccount, CardNumber } from './account-reference.ts';
import { ConsentStatus } from './consent-status.ts';
import { addressedConsent, CONSENT_AGREEMENTS, StartedConsent } from './consents.ts';
import { operation } from './operation.ts';
import { caller, creation } from './parties.ts';
import { InstructedAmount } from './payments.ts';
import { BooleanOrText, IntegerOrText, IsoDate, text } from './wire-types.ts';

/**
 * Access as the interface words it for funds (2.2): accounts are named by what an account consent would read of them.
 */
const FundsAccess = z.strictObject({
  balances: z.array(AccountReference).optional(),
  transactions: z.array(AccountReference).optional(),
});

/**
 * A confirmation-of-funds consent as it was asked for, in either of two forms (decision 14): the standard's
 * `account` with card fields, or the interface's `access` with a period.
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

/** Every account that a body names, in its order. */
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
  .refine(({ account, access }) => account !== undefined || access !== undefined, {
    error: 'is needed',
    path: ['account'],
  })
  .refine(({ access }) => access === undefined || fundsAccountsOf({ access }).length > 0, {
    error: 'must name an account in balances or transactions',
    path: ['access'],
  });
export type FundsConsentRequest = z.infer<typeof FundsConsentRequest>;

/** Stores a confirmation-of-funds consent and starts its authorisation. No other consent is touched. */
export const createFundsConsent = operation('consent.createFundsConsent', {
  hop: 'write',
  request: z.object({ ...creation, body: FundsConsentRequest }),
  reply: StartedConsent,
});

/**
 * The consent as it was asked for, card numbers masked; `account` in both forms, the first one where several are named.
 */
export const readFundsConsent = operation('consent.readFundsConsent', {
  hop: 'read',
  request: z.object(addressedConsent),
  reply: FundsConsentContent.extend({ account: AccountReference, consentStatus: ConsentStatus }),
});

export const readFundsConsentStatus = operation('consent.readFundsConsentStatus', CONSENT_AGREEMENTS.readStatus);
export const terminateFundsConsent = operation('consent.terminateFundsConsent', CONSENT_AGREEMENTS.terminate);
export const listFundsConsentAuthorisations = operation(
  'consent.listFundsConsentAuthorisations',
  CONSENT_AGREEMENTS.listAuthorisations,
);
export const startFundsConsentAuthorisation = operation(
  'consent.startFundsConsentAuthorisation',
  CONSENT_AGREEMENTS.startAuthorisation,
);
export const settleFundsConsentAuthorisation = operation(
  'consent.settleFundsConsentAuthorisation',
  CONSENT_AGREEMENTS.settle,
);

/**
 * The one decision on a funds question: does a consent of this TPP, the named one or any, cover this account and card
 * today. The reply names the account to ask the bank about: with the currency of the consent where only that has one.
 */
export const useFundsConsent = operation('consent.useFundsConsent', {
  hop: 'read',
  request: z.object({
    ...caller,
    consentId: z.string().optional(),
    account: AccountReference,
    cardNumber: CardNumber.optional(),
  }),
  reply: z.object({ account: AccountReference }),
});

/**
 * Body of `POST /v1/funds-confirmations` (Implementation Guidelines, Confirmation of Funds Request). `payee` is for the
 * bank's own records.
 */
export const FundsConfirmationRequest = z.object({
  cardNumber: CardNumber.optional(),
  account: BookedAccount,
  payee: text(70).optional(),
  instructedAmount: InstructedAmount,
});

/** Whether the amount is available now, under a consent. Nothing is reserved and nothing else is told. */
export const confirmFunds = operation('accounts.confirmFunds', {
  hop: 'bank',
  request: z.object({ ...caller, consentId: z.string().optional(), body: FundsConfirmationRequest }),
  reply: z.object({ fundsAvailable: z.boolean() }),
});
