import { createHash } from 'node:crypto';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** A code, refresh token, grant or request of the authorisation server. Values held by a TPP or browser are stored as hashes only. */
export const ServerRecord = z.object({
  /** Hash of the kind and of the code or token. */
  _id: z.string(),
  kind: z.string(),
  payload: z.record(z.string(), z.unknown()),
  /** Hash of its grant. */
  grant: z.string().optional(),
  /** Authorisation at sca that decides on an authorisation request. */
  authorisationId: z.string().optional(),
  /** Stored id of the pushed request behind an authorisation request. */
  pushed: z.string().optional(),
  consumedAt: z.date().optional(),
  validUntil: z.date(),
  /** Time of deletion. A used code is kept longer, so that its reuse is detected. */
  keptUntil: z.date(),
});
export type ServerRecord = z.infer<typeof ServerRecord>;

export const SERVER_RECORDS = storedCollection('records', ServerRecord, {
  indexes: [
    { key: { grant: 1 }, sparse: true },
    { key: { keptUntil: 1 }, name: 'forgotten', expireAfterSeconds: 0 },
  ],
});

/** Returns the hash that is stored in place of a code or token. It cannot be used as one. */
export function hashOf(kind: string, secret: string): string {
  return createHash('sha256').update(`${kind} ${secret}`).digest('base64url');
}
