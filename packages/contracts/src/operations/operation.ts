import { z } from 'zod';

/** Name of a service on the bus: the first word of its subjects, and its queue group. */
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

/** Kind of hop, which determines its time limit; the limits are in {@link HOP_BUDGET_MS}. */
export type Hop = 'read' | 'write' | 'bank';

/** Milliseconds that a caller waits for a hop with heartbeats, if its own deadline allows. */
export const HOP_BUDGET_MS = { read: 5_000, write: 8_000, bank: 5_000 } as const satisfies Record<Hop, number>;

/** Milliseconds that a caller waits for a receiver without heartbeats: a TPP gets its answer within three seconds. */
export const SILENT_MS_MAX = 2_500;

/** A request-reply contract between two services: subject, request and reply. */
export interface Operation<Request extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  readonly subject: string;
  readonly request: Request;
  readonly reply: Reply;
  readonly hop: Hop;
  /** The same request may be delivered twice; the second one has no further effect. */
  readonly isRepeatable: boolean;
}

/** The request as its receiver gets it, after parsing. */
export type RequestOf<O extends Operation> = z.output<O['request']>;
/** The request as its caller sends it: fields with a default are optional. */
export type RequestInputOf<O extends Operation> = z.input<O['request']>;
export type ReplyOf<O extends Operation> = z.output<O['reply']>;

/** Bytes next to the JSON of a reply, as its field `bytes`; the calling service forwards them unread. */
export const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/**
 * Declares an operation. The subject is `<service>.<verbNoun>`. Reads, and all operations answered by a bank connector, are
 * repeatable; writes only if declared so (decision 35).
 */
export function operation<Request extends z.ZodType, Reply extends z.ZodType>(
  subject: `${ServiceName}.${string}`,
  agreement: { request: Request; reply: Reply; hop: Hop; isRepeatable?: boolean },
): Operation<Request, Reply> {
  return { subject, isRepeatable: agreement.hop !== 'write', ...agreement };
}
