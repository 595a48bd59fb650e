import { ChallengeData, PasskeyDescriptor } from '@xs2a/contracts';
import { z } from 'zod';

/** A challenge that waits for the PSU's answer. A code sent by the bank is known to the bank alone. */
export const SentChallenge = z.object({
  id: z.string(),
  sentAt: z.date(),
  /** Answers after this moment do not count. */
  until: z.date(),
  data: ChallengeData,
  /** For a passkey: the credentials that may answer, and the random part of its WebAuthn challenge. Answered once. */
  passkey: z
    .object({ nonce: z.string(), credentials: z.array(PasskeyDescriptor), answeredAt: z.date().optional() })
    .optional(),
});
export type SentChallenge = z.infer<typeof SentChallenge>;

/** A challenge that the bank was asked to send, whether or not it did (decision 39). */
export const AskedChallenge = z.object({
  id: z.string(),
  /** Whether it waits on the PSU's device. */
  pushed: z.boolean(),
  until: z.date(),
  /** Method requested; until it is sent, the next attempt for the same method repeats its id. */
  authenticationMethodId: z.string().optional(),
  contentHash: z.string().optional(),
  /** Attempts to send it without a known outcome, and the moment until which they count against the limit. */
  inFlight: z.int().optional(),
  heldUntil: z.date().optional(),
  /** When the bank confirmed that it was sent. */
  sentAt: z.date().optional(),
});
export type AskedChallenge = z.infer<typeof AskedChallenge>;
