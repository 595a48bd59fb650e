import { z } from 'zod';
import { type Machine } from './state-machine.ts';

/**
 * consentStatus of account information and confirmation-of-funds consents (Implementation Guidelines, Consent Status).
 */
export const ConsentStatus = z.enum([
  'received',
  'partiallyAuthorised',
  'valid',
  'rejected',
  'expired',
  'revokedByPsu',
  'terminatedByTpp',
]);
export type ConsentStatus = z.infer<typeof ConsentStatus>;

export const CONSENT_STATUS_MACHINE = {
  received: {
    authorised: 'valid',
    partlyAuthorised: 'partiallyAuthorised',
    refused: 'rejected',
    terminated: 'terminatedByTpp',
    lapsed: 'expired',
  },
  partiallyAuthorised: {
    authorised: 'valid',
    // Again: another of several signers, not the last.
    partlyAuthorised: 'partiallyAuthorised',
    refused: 'rejected',
    terminated: 'terminatedByTpp',
    lapsed: 'expired',
  },
  valid: {
    // A superseded consent expires (decision 17).
    superseded: 'expired',
    lapsed: 'expired',
    usedUp: 'expired',
    revoked: 'revokedByPsu',
    terminated: 'terminatedByTpp',
  },
  rejected: {},
  expired: {},
  revokedByPsu: {},
  terminatedByTpp: {},
} as const satisfies Machine<ConsentStatus>;
