import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** Seconds after which what was sent is garbage. Whether a code is still good is decided by `expiresAt` alone. */
const GARBAGE_AFTER_SECONDS = 86_400;

/** A one-time code that was sent: never the code itself, only a hash that also covers the content it is good for. */
export const Challenge = z.object({
  _id: z.string(),
  psuId: z.string(),
  authenticationMethodId: z.string(),
  salt: z.string(),
  codeHash: z.string(),
  sentAt: z.date(),
  expiresAt: z.date(),
  accepted: z.boolean(),
  /** Judged attempts and their verdicts, so that a repeated attempt gets the same answer. */
  attempts: z.array(z.object({ attemptId: z.string(), verdict: z.enum(['accepted', 'wrong']) })),
});
export type Challenge = z.infer<typeof Challenge>;

export const CHALLENGES = storedCollection('challenges', Challenge, {
  indexes: [{ key: { sentAt: 1 }, expireAfterSeconds: GARBAGE_AFTER_SECONDS }],
});

/** What the PSU's telephone would show, the code in clear: exists in the sandbox only. `_id` is the challenge's. */
export const StoredInboxMessage = z.object({
  _id: z.string(),
  psuId: z.string(),
  at: z.date(),
  channel: z.string(),
  text: z.string(),
  code: z.string(),
});
export type StoredInboxMessage = z.infer<typeof StoredInboxMessage>;

export const INBOX_MESSAGES = storedCollection('inboxMessages', StoredInboxMessage, {
  indexes: [{ key: { psuId: 1, at: -1 } }, { key: { at: 1 }, expireAfterSeconds: GARBAGE_AFTER_SECONDS }],
});
