import type { Operation, RequestInputOf } from '@xs2a/contracts';
import { z } from 'zod';
import { currentContext } from '../context/request-context.ts';
import { toServiceTime } from '../context/work-scopes.ts';

/** Milliseconds during which the request that stored an entry delivers it itself, before a sweep does. */
const GRACE_MS = 2_000;

/** A message that must reach its receiver, stored in the same write as the change it reports. */
export const OutboxEntry = z.object({
  id: z.string(),
  subject: z.string(),
  request: z.unknown(),
  /** Reference to a long text that is stored once elsewhere; it is added when the message is sent. */
  enclosed: z.object({ collection: z.string(), id: z.string(), field: z.string() }).optional(),
  requestId: z.string(),
  traceparent: z.string(),
  /** The part of the work that stored it. Its times are those of the clock of the service. */
  scope: z.object({ name: z.string(), aheadMs: z.int() }).optional(),
  attempts: z.int(),
  nextAt: z.date(),
  /** Time of storing. An older version stored none. */
  at: z.date().optional(),
});
export type OutboxEntry = z.infer<typeof OutboxEntry>;

/** Type of the field `outbox` of a document whose changes other services must learn of. */
export const Outbox = z.array(OutboxEntry);

/**
 * Type of the field `notices` of a document whose status changes a TPP is notified of. A separate queue, so that messages waiting
 * for the notifier delay nothing else.
 */
export const Notices = Outbox.optional();

export function outboxEntry<O extends Operation>(operation: O, request: RequestInputOf<O>, now: Date): OutboxEntry {
  const { requestId, traceparent, scope } = currentContext();
  const at = toServiceTime(now);
  return {
    id: crypto.randomUUID(),
    subject: operation.subject,
    request,
    requestId,
    traceparent,
    ...(scope?.name !== undefined && { scope: { name: scope.name, aheadMs: scope.aheadMs } }),
    attempts: 0,
    nextAt: new Date(at.getTime() + GRACE_MS),
    at,
  };
}

/** Maximum number of entries in `delivered`; the newest are kept. */
export const DELIVERED_MAX = 50;

/** Type of the field `delivered` of a document: messages that their receiver has acknowledged or permanently rejected. */
export interface Delivered {
  readonly operation: string;
  readonly at: Date;
  readonly attempts: number;
  readonly traceId: string;
}

/** Like {@link outboxEntry}, with one text of the request taken from a stored document: its field of the same name. */
export function outboxEntryEnclosing<O extends Operation, Field extends keyof RequestInputOf<O> & string>(
  operation: O,
  request: Omit<RequestInputOf<O>, Field>,
  enclosed: { readonly collection: string; readonly id: string; readonly field: Field },
  now: Date,
): OutboxEntry {
  return { ...outboxEntry(operation, request as RequestInputOf<O>, now), enclosed };
}
