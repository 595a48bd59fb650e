import { createHash } from 'node:crypto';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** A code, refresh token, grant or request of the authorisation server. What a TPP or browser holds of it is stored as a hash alone. */
export const ServerRecord = z.object({
  /** Hash of the kind and of the code or token itself. */
  _id: z.string(),
  kind: z.string(),
  payload: z.record(z.string(), z.unknown()),
  /** Hash of the grant that it belongs to. */
  grant: z.string().optional(),
  /** Of an authorisation request: the authorisation at sca that decides on it. */
  authorisationId: z.string().optional(),
  /** Of an authorisation request that was pushed: the id under which that is stored. */
  pushed: z.string().optional(),
  consumedAt: z.date().optional(),
  validUntil: z.date(),
  /** Then it is deleted. A code that was used stays longer, so that its second use is noticed. */
  keptUntil: z.date(),
});
export type ServerRecord = z.infer<typeof ServerRecord>;

export const SERVER_RECORDS = storedCollection('records', ServerRecord, {
  indexes: [
    { key: { grant: 1 }, sparse: true },
    { key: { keptUntil: 1 }, name: 'forgotten', expireAfterSeconds: 0 },
  ],
});

/** Nobody can use what is stored in place of a code or token. */
export function hashOf(kind: string, secret: string): string {
  return createHash('sha256').update(`${kind} ${secret}`).digest('base64url');
}
