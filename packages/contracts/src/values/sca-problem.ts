import { z } from 'zod';

/** Problems at the bank's identity provider; they occur only where the profile has `psuSignIn: oidc`. */
export const BANK_SIGN_IN_PROBLEMS = [
  /** The PSU, or the bank's identity provider, ended the sign-in there. */
  'bankSignInDeclined',
  /** The answer of the identity provider does not count. */
  'bankSignInFailed',
  /** It came too late, a second time, or to another browser. */
  'bankSignInExpired',
  /** The signed-in person is no PSU of the bank. */
  'bankSignInUnknown',
] as const;

/**
 * Why the last input did not lead on, or why an authorisation failed. Never says which of PSU-ID and password was wrong
 * (RTS 2018/389, Art. 4).
 */
export const ScaProblem = z
  .enum([
    'credentialsInvalid',
    /** A company that the bank does not know (decision 11). */
    'corporateIdInvalid',
    /** The password was right, and the bank has blocked this PSU. */
    'serviceBlocked',
    'otherPsuExpected',
    /** The PSU is of another company than the TPP named, or of none. */
    'otherCompanyExpected',
    'accountsNotOfPsu',
    'signedAlready',
    'codeInvalid',
    'codeExpired',
    'passkeyInvalid',
    'passkeyExpired',
    'accountsNotChosen',
    /** Too many wrong inputs for this PSU-ID, known or not: closed for some minutes. */
    'signInClosed',
    /** It failed with the last attempt that was permitted. */
    'attemptsUsedUp',
    /** Nobody here ended it: its TPP did, or its window was over. */
    'endedMeanwhile',
    'scaMethodMissing',
    ...BANK_SIGN_IN_PROBLEMS,
  ])
  .meta({ announced: [...BANK_SIGN_IN_PROBLEMS] });
export type ScaProblem = z.infer<typeof ScaProblem>;
