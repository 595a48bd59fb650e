import type { Msg } from '@nats-io/transport-node';
import { type RefusalOnBus, Xs2aError } from '@xs2a/contracts';
import type { Reply } from '../../protection/sealed-message.ts';
import { UnauthenticMessage } from '../../protection/unauthentic-message.ts';
import { HEADER, refusalOf } from '../bus-message.ts';
import { fromPayload } from './reply-payload.ts';

export function parseReply(message: Msg): unknown {
  let body: unknown;
  try {
    body = fromPayload(message);
  } catch (cause) {
    throw new Xs2aError('internalError', { cause });
  }
  if (message.headers?.has(HEADER.error)) throw refusalOf(body as Partial<RefusalOnBus>);
  return body;
}

/** Errors before a request was opened are not sealed. Only these are accepted: they say no more than that the request can be repeated. */
const ACCEPTED_UNSEALED = ['overloaded', 'serviceUnavailable'] as const;

export async function readSealedReply(message: Msg, openReply: (reply: string) => Promise<Reply>): Promise<unknown> {
  try {
    const { payload, isRefusal } = await openReply(message.string());
    const body: unknown = JSON.parse(payload);
    if (isRefusal) throw refusalOf(body as Partial<RefusalOnBus>);
    return body;
  } catch (error) {
    if (!(error instanceof UnauthenticMessage) || error.fault !== 'clear') throw error;
    const said = message.headers?.get(HEADER.error);
    const accepted = ACCEPTED_UNSEALED.find((situation) => situation === said);
    throw accepted === undefined ? error : new Xs2aError(accepted);
  }
}
