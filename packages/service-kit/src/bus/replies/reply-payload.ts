import { headers, type Msg, type MsgHdrs } from '@nats-io/transport-node';
import { HEADER } from '../bus-message.ts';

/** A reply as it leaves: JSON, and behind it the bytes that its asker passes on without reading them. */
export interface ReplyPayload {
  readonly payload: string | Uint8Array;
  /** Bytes of the JSON; absent where there is nothing else. */
  readonly head?: number;
}

/** The field `bytes` of a reply is not written as JSON: it follows the JSON as it is. */
export function toPayload(reply: unknown): ReplyPayload {
  if (!carriesBytes(reply)) return { payload: JSON.stringify(reply) };
  const { bytes, ...rest } = reply;
  const head = Buffer.from(JSON.stringify(rest));
  return { payload: Buffer.concat([head, bytes]), head: head.length };
}

function carriesBytes(reply: unknown): reply is { readonly bytes: Uint8Array } {
  return typeof reply === 'object' && reply !== null && 'bytes' in reply && reply.bytes instanceof Uint8Array;
}

/** Says in the headers of a reply where its JSON ends; without headers where nothing follows it. */
export function withHead(head: number | undefined, sent?: MsgHdrs): { headers?: MsgHdrs } {
  if (head === undefined) return sent ? { headers: sent } : {};
  const told = sent ?? headers();
  told.set(HEADER.head, String(head));
  return { headers: told };
}

/** The JSON of a reply; with the bytes that it carries, where it is an object that carries some. */
export function fromPayload(message: Msg): unknown {
  const head = Number(message.headers?.get(HEADER.head));
  if (!(head > 0)) return message.json();
  const { buffer, byteOffset, length } = message.data;
  const data = Buffer.from(buffer, byteOffset, length);
  return { ...(JSON.parse(data.toString('utf8', 0, head)) as object), bytes: data.subarray(head) };
}
