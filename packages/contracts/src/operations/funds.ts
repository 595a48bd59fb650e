import { z } from 'zod';
import { FundsConfirmationRequest, FundsConsentContent, FundsConsentRequest } from '../interface/funds-bodies.ts';
import { ConsentStatus } from '../statuses/consent-status.ts';
import { AccountReference } from '../values/account-reference.ts';
import { caller, creation } from './caller.ts';
import { addressedConsent, CONSENT_OPERATIONS, StartedConsent } from './consents.ts';
import { operation } from './operation.ts';

/** Stores a confirmation-of-funds consent and starts its authorisation. No other consent is touched. */
export const createFundsConsent = operation('consent.createFundsConsent', {
  hop: 'write',
  isRepeatable: true,
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

export const readFundsConsentStatus = operation('consent.readFundsConsentStatus', CONSENT_OPERATIONS.readStatus);
export const terminateFundsConsent = operation('consent.terminateFundsConsent', CONSENT_OPERATIONS.terminate);
export const listFundsConsentAuthorisations = operation(
  'consent.listFundsConsentAuthorisations',
  CONSENT_OPERATIONS.listAuthorisations,
);
export const startFundsConsentAuthorisation = operation(
  'consent.startFundsConsentAuthorisation',
  CONSENT_OPERATIONS.startAuthorisation,
);
export const settleFundsConsentAuthorisation = operation(
  'consent.settleFundsConsentAuthorisation',
  CONSENT_OPERATIONS.settle,
);

/**
 * The one decision on a funds question: does a consent of this TPP, the named one or any, cover this account and card
 * today. A card number alone means the account that it was registered for. A consent to read accounts is passed over, as if
 * none were named, unless its session is open (decision 80). The reply names the account to ask the bank about: with the currency of the consent where only that has one.
 */
export const useFundsConsent = operation('consent.useFundsConsent', {
  hop: 'read',
  request: z.object({
    ...caller,
    consentId: z.string().optional(),
    account: AccountReference.optional(),
    /** As the TPP wrote it. */
    cardNumber: z.string().optional(),
  }),
  reply: z.object({ account: AccountReference }),
});

/** Whether the amount is available now, under a consent. Nothing is reserved and nothing else is disclosed. */
export const confirmFunds = operation('accounts.confirmFunds', {
  hop: 'bank',
  request: z.object({ ...caller, consentId: z.string().optional(), body: FundsConfirmationRequest }),
  reply: z.object({ fundsAvailable: z.boolean() }),
});
