import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { isSituation, type RefusalOnBus, Xs2aError } from '@xs2a/contracts';
import { newTraceparent, type RequestContext } from './request-context.ts';

/**
 * How requests and refusals look on the bus. A payload is plain JSON; a refusal carries the service-error headers of
 * NATS micro services besides, so that any client library recognises it.
 */
export const HEADER = {
  requestId: 'X-Request-ID',
  traceparent: 'traceparent',
  /** Milliseconds since the epoch; expired work is dropped by its receiver. */
  deadline: 'Xs2a-Deadline',
  /** Who asks, for exactly this payload, subject and time (decision 30). */
  signature: 'Xs2a-Signature',
  error: 'Nats-Service-Error',
  errorCode: 'Nats-Service-Error-Code',
} as const;

export function requestHeaders(context: RequestContext, deadline: number, signature?: string): MsgHdrs {
  const sent = headers();
  sent.set(HEADER.requestId, context.requestId);
  sent.set(HEADER.traceparent, context.traceparent);
  sent.set(HEADER.deadline, String(deadline));
  if (signature !== undefined) sent.set(HEADER.signature, signature);
  return sent;
}

/** The context a receiver works in: a span of its own below the sender's. */
export function contextOf(received: MsgHdrs | undefined): RequestContext {
  const deadline = Number(received?.get(HEADER.deadline));
  return {
    requestId: received?.get(HEADER.requestId) || crypto.randomUUID(),
    traceparent: newTraceparent(received?.get(HEADER.traceparent)),
    ...(deadline > 0 && { deadline }),
  };
}

export function refusalMessage(error: Xs2aError): { headers: MsgHdrs; payload: string } {
  const sent = headers();
  sent.set(HEADER.error, error.situation);
  sent.set(HEADER.errorCode, String(error.refusal.status));
  const { situation: refusal, path, text, remedy, authorisationId, accessQuota, retryAfterSeconds } = error;
  const body = {
    refusal,
    path,
    text,
    remedy,
    authorisationId,
    accessQuota,
    retryAfterSeconds,
  } satisfies Partial<RefusalOnBus>;
  return { headers: sent, payload: JSON.stringify(body) };
}

/** The refusal that the other side sent; an unknown one, of a newer version perhaps, is an internal error. */
export function refusalOf(body: Partial<RefusalOnBus>): Xs2aError {
  const situation = isSituation(body.refusal) ? body.refusal : 'internalError';
  return new Xs2aError(situation, {
    ...(body.path !== undefined && { path: body.path }),
    ...(body.text !== undefined && { text: body.text }),
    ...(body.remedy !== undefined && { remedy: body.remedy }),
    ...(body.authorisationId !== undefined && { authorisationId: body.authorisationId }),
    ...(body.accessQuota !== undefined && { accessQuota: body.accessQuota }),
    ...(body.retryAfterSeconds !== undefined && { retryAfterSeconds: body.retryAfterSeconds }),
  });
}
