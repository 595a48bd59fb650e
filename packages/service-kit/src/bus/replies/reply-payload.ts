import { headers, type Msg, type MsgHdrs } from '@nats-io/transport-node';
import { HEADER } from '../bus-message.ts';

/** Payload of a reply: JSON, followed by the bytes that its caller passes on without reading them. */
export interface ReplyPayload {
  readonly payload: string | Uint8Array;
  /** Length of the JSON; absent if nothing follows it. */
  readonly head?: number;
}

/** Writes a reply as JSON. Its field `bytes` is appended to the JSON as it is. */
export function toPayload(reply: unknown): ReplyPayload {
  if (!carriesBytes(reply)) return { payload: JSON.stringify(reply) };
  const { bytes, ...rest } = reply;
  const head = Buffer.from(JSON.stringify(rest));
  return { payload: Buffer.concat([head, bytes]), head: head.length };
}

function carriesBytes(reply: unknown): reply is { readonly bytes: Uint8Array } {
  return typeof reply === 'object' && reply !== null && 'bytes' in reply && reply.bytes instanceof Uint8Array;
}

/** Adds the length of the JSON to the headers of a reply; adds no headers if nothing follows the JSON. */
export function withHead(head: number | undefined, sent?: MsgHdrs): { headers?: MsgHdrs } {
  if (head === undefined) return sent ? { headers: sent } : {};
  const told = sent ?? headers();
  told.set(HEADER.head, String(head));
  return { headers: told };
}

/** Reads the JSON of a reply, and adds the bytes that follow it if there are any. */
export function fromPayload(message: Msg): unknown {
  const head = Number(message.headers?.get(HEADER.head));
  if (!(head > 0)) return message.json();
  const { buffer, byteOffset, length } = message.data;
  const data = Buffer.from(buffer, byteOffset, length);
  return { ...(JSON.parse(data.toString('utf8', 0, head)) as object), bytes: data.subarray(head) };
}
