import { z } from 'zod';

/** Who answers on the bus: the first word of a subject and the name of its queue group. */
export type ServiceName =
  | 'gateway'
  | 'consent'
  | 'accounts'
  | 'payments'
  | 'sca'
  | 'portal'
  | 'bank'
  | 'notifier'
  | 'oauth';

/** How long a hop may take; the budgets are in {@link HOP_BUDGET_MS}. */
export type Hop = 'read' | 'write' | 'bank';

/** Milliseconds a caller waits for one hop that shows to be at work, when its own caller leaves it that much. */
export const HOP_BUDGET_MS = { read: 5_000, write: 8_000, bank: 5_000 } as const satisfies Record<Hop, number>;

/** Milliseconds a caller waits for a receiver that gives no sign of life: a TPP gets its answer within three seconds. */
export const SILENT_MS_MAX = 2_500;

/** One request-reply agreement between two services: a subject, what is asked, what is answered. */
export interface Operation<Request extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  readonly subject: string;
  readonly request: Request;
  readonly reply: Reply;
  readonly hop: Hop;
  /** The same request may arrive twice: the second one changes nothing more. */
  readonly isRepeatable: boolean;
}

/** What the caller sends, as it is after parsing at the receiver's door. */
export type RequestOf<O extends Operation> = z.output<O['request']>;
/** What the caller may send: defaults may be left out. */
export type RequestInputOf<O extends Operation> = z.input<O['request']>;
export type ReplyOf<O extends Operation> = z.output<O['reply']>;

/** What passes beside the JSON of a reply, as its field `bytes`: its asker sends it on without reading it. */
export const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/**
 * Declares an operation. The subject is `<service>.<verbNoun>`. Reads, and all that a bank connector answers, are
 * repeatable; of writes those that say so (decision 35).
 */
export function operation<Request extends z.ZodType, Reply extends z.ZodType>(
  subject: `${ServiceName}.${string}`,
  agreement: { request: Request; reply: Reply; hop: Hop; isRepeatable?: boolean },
): Operation<Request, Reply> {
  return { subject, isRepeatable: agreement.hop !== 'write', ...agreement };
}
