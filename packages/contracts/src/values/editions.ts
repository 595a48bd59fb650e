import { z } from 'zod';

/** Editions of the OpenAPI file "NextGenPSD2 XS2A Framework" whose answers a client of the other cannot read (decision 10). */
export const Edition = z.enum(['1.3.11', '1.3.16']);
export type Edition = z.infer<typeof Edition>;

/** Differences that a client of the other edition cannot read, and additions of the later edition. */
interface EditionForms {
  /** `remittanceInformationStructured` of an entry or standing order; items of a batch have the object in every edition. */
  readonly structuredReference: 'object' | 'text';
  /** Whether the details of a transaction are in `transactionDetails` within `transactionsDetails`. */
  readonly nestsTransactionDetails: boolean;
  /** Whether the details of a standing order have `startDateTime` and `endDateTime`. */
  readonly hasOrderTimes: boolean;
  /** Whether bulk payments have an extended status. */
  readonly hasExtendedStatus: boolean;
  /** Values that replace an `authenticationType` outside the list of the edition. */
  readonly authenticationTypes: Readonly<Record<string, string>>;
}

export const EDITIONS: Readonly<Record<Edition, EditionForms>> = {
  '1.3.11': {
    structuredReference: 'object',
    nestsTransactionDetails: false,
    hasOrderTimes: false,
    hasExtendedStatus: false,
    authenticationTypes: {},
  },
  '1.3.16': {
    structuredReference: 'text',
    nestsTransactionDetails: true,
    hasOrderTimes: true,
    hasExtendedStatus: true,
    // A device of the PSU makes the code without a message of the bank; a passkey is asked outside the TPP.
    authenticationTypes: { TOTP: 'CHIP_OTP', PASSKEY: 'PUSH_OTP' },
  },
};
