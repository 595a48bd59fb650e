import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** Seconds after which documents are deleted. Whether a code is still valid depends on `expiresAt` alone. */
const DELETED_AFTER_SECONDS = 86_400;

/** A one-time code that was sent. The code itself is not stored, only a hash that also covers the content it approves. */
export const Challenge = z.object({
  _id: z.string(),
  psuId: z.string(),
  authenticationMethodId: z.string(),
  salt: z.string(),
  codeHash: z.string(),
  sentAt: z.date(),
  expiresAt: z.date(),
  accepted: z.boolean(),
  /** Attempts and their verdicts. A repeated attempt gets the same verdict. */
  attempts: z.array(z.object({ attemptId: z.string(), verdict: z.enum(['accepted', 'wrong']) })),
});
export type Challenge = z.infer<typeof Challenge>;

export const CHALLENGES = storedCollection('challenges', Challenge, {
  indexes: [{ key: { sentAt: 1 }, expireAfterSeconds: DELETED_AFTER_SECONDS }],
});

/** Message on the PSU's phone, with the code in clear text. In the sandbox only. `_id` is that of the challenge. */
export const StoredInboxMessage = z.object({
  _id: z.string(),
  psuId: z.string(),
  /** Absent if the PSU signs in and approves nothing. */
  authorisationId: z.string().optional(),
  at: z.date(),
  channel: z.string(),
  text: z.string(),
  code: z.string(),
});
export type StoredInboxMessage = z.infer<typeof StoredInboxMessage>;

export const INBOX_MESSAGES = storedCollection('inboxMessages', StoredInboxMessage, {
  indexes: [{ key: { psuId: 1, at: -1 } }, { key: { at: 1 }, expireAfterSeconds: DELETED_AFTER_SECONDS }],
});
