import { z } from 'zod';
import {
  FundsConfirmationRequest,
  FundsConsentContent,
  FundsConsentRequest,
} from '../interface/bodies/funds-bodies.ts';
import { ConsentStatus } from '../statuses/consent-status.ts';
import { AccountReference } from '../values/account-reference.ts';
import { caller, creation } from './caller.ts';
import { addressedConsent, CONSENT_OPERATIONS, StartedConsent } from './consents.ts';
import { operation } from './operation.ts';

/** Stores a confirmation-of-funds consent and starts its authorisation. Other consents are not affected. */
export const createFundsConsent = operation('consent.createFundsConsent', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({ ...creation, body: FundsConsentRequest }),
  reply: StartedConsent,
});

/** The consent as requested, with masked card numbers; `account` in both forms: the first one if there are several. */
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
 * Authorises a funds confirmation: whether a consent of this TPP, the given one or any, covers this account and card today. A
 * card number alone means the account that it was registered for. An account information consent is ignored, as if none were
 * given, unless its session is open (decision 80). The reply contains the account for the question to the bank, with the currency
 * of the consent if only that has one.
 */
export const useFundsConsent = operation('consent.useFundsConsent', {
  hop: 'read',
  request: z.object({
    ...caller,
    consentId: z.string().optional(),
    account: AccountReference.optional(),
    /** As written by the TPP. */
    cardNumber: z.string().optional(),
  }),
  reply: z.object({ account: AccountReference }),
});

/** Whether the amount is available now, under a consent. Nothing is reserved, and nothing else is disclosed. */
export const confirmFunds = operation('accounts.confirmFunds', {
  hop: 'bank',
  request: z.object({ ...caller, consentId: z.string().optional(), body: FundsConfirmationRequest }),
  reply: z.object({ fundsAvailable: z.boolean() }),
});
