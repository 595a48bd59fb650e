import { z } from 'zod';

/** Problems at the bank's identity provider; they only occur if the profile has `psuSignIn: oidc`. */
export const BANK_SIGN_IN_PROBLEMS = [
  /** The PSU or the bank's identity provider ended the sign-in there. */
  'bankSignInDeclined',
  /** The answer of the identity provider is not valid. */
  'bankSignInFailed',
  /** The answer came too late, a second time, or to another browser. */
  'bankSignInExpired',
  /** The signed-in person is not a PSU of the bank. */
  'bankSignInUnknown',
] as const;

/**
 * Reason why the last input was not accepted, or why an authorisation failed. Never discloses whether PSU-ID or password was
 * wrong (RTS 2018/389, Art. 4).
 */
export const ScaProblem = z
  .enum([
    'credentialsInvalid',
    /** The bank does not know the company (decision 11). */
    'corporateIdInvalid',
    /** The password was right, but the bank has blocked this PSU. */
    'serviceBlocked',
    'otherPsuExpected',
    /** The PSU belongs to another company than the TPP named, or to none. */
    'otherCompanyExpected',
    'accountsNotOfPsu',
    'signedAlready',
    'codeInvalid',
    'codeExpired',
    'passkeyInvalid',
    'passkeyExpired',
    'accountsNotChosen',
    /** Too many wrong inputs for this PSU-ID, known or not: blocked for some minutes. */
    'signInClosed',
    /** It failed with the last permitted attempt. */
    'attemptsUsedUp',
    /** It ended elsewhere: by its TPP, or because it expired. */
    'endedMeanwhile',
    'scaMethodMissing',
    ...BANK_SIGN_IN_PROBLEMS,
  ])
  .meta({ announced: [...BANK_SIGN_IN_PROBLEMS] });
export type ScaProblem = z.infer<typeof ScaProblem>;
