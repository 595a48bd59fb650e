import { z } from 'zod';
import { ScaApproach } from '../../statuses/sca-status.ts';

/** An authentication method of the PSU for possession (Implementation Guidelines, Authentication Object). */
export const ScaMethod = z.object({
  authenticationMethodId: z.string(),
  /** The last two are built-in factors: the list may be extended (Implementation Guidelines, Authentication Type). */
  authenticationType: z.enum(['SMS_OTP', 'CHIP_OTP', 'PHOTO_OTP', 'PUSH_OTP', 'SMTP_OTP', 'PASSKEY', 'TOTP']),
  name: z.string(),
  /** Version of the method, if the bank has several (Implementation Guidelines, Authentication Object). */
  authenticationVersion: z.string().max(35).optional(),
  /** Instructions for the PSU. */
  explanation: z.string().max(500).optional(),
});
export type ScaMethod = z.infer<typeof ScaMethod>;

/** A method that the bank itself carries out with its PSU. */
export const BankScaMethod = ScaMethod.extend({
  authenticationType: ScaMethod.shape.authenticationType.exclude(['PASSKEY', 'TOTP']),
});
export type BankScaMethod = z.infer<typeof BankScaMethod>;

/** A kind of method that determines the SCA approach, as the bank publishes it to all TPPs (decision 20). */
export const MethodBeforeApproach = z.strictObject({
  authenticationMethodId: z.string().min(1).max(35),
  authenticationType: BankScaMethod.shape.authenticationType,
  name: z.string().min(1).max(35),
  scaApproach: ScaApproach,
});
export type MethodBeforeApproach = z.infer<typeof MethodBeforeApproach>;

/** Data that the PSU needs to answer a challenge (Implementation Guidelines, Challenge). */
export const ChallengeData = z.object({
  /** PNG in base64, for PHOTO_OTP and CHIP_OTP. */
  image: z.string().optional(),
  data: z.array(z.string()).optional(),
  /** Address of the same image: with https, or on the machine of a sandbox. */
  imageLink: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .refine((link) => /^(https:\/\/|http:\/\/localhost[:/])/.test(link), 'must be an https address')
    .optional(),
  otpMaxLength: z.number().optional(),
  otpFormat: z.enum(['characters', 'integer']).optional(),
  /** Text that the TPP must show. */
  additionalInformation: z.string().optional(),
});
export type ChallengeData = z.infer<typeof ChallengeData>;

/** Factors that do not need the bank: stored and verified by sca (RTS 2018/389, Art. 4). */
export const OwnFactor = z.enum(['passkey', 'totp']);
export type OwnFactor = z.infer<typeof OwnFactor>;
