import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { type Fault, isSituation, type RefusalOnBus, Xs2aError } from '@xs2a/contracts';
import { newTraceparent, type RequestContext, type WorkScope } from '../context/request-context.ts';

/**
 * Headers of requests and errors on the bus. A payload is plain JSON; an error also has the service-error headers of NATS micro
 * services, so that any client library recognises it.
 */
export const HEADER = {
  requestId: 'X-Request-ID',
  traceparent: 'traceparent',
  /** Milliseconds since the epoch. The receiver drops expired requests. */
  deadline: 'Xs2a-Deadline',
  /** Signature of the sender over the payload, subject and time (decision 30). */
  signature: 'Xs2a-Signature',
  /** The part of the sender's work, and the milliseconds by which its time is ahead (see `WorkScopes`). */
  scope: 'Xs2a-Scope',
  /** The caller understands heartbeats: see {@link AskTimes}. */
  ask: 'Xs2a-Ask',
  /** In replies: the replica that answers. */
  replica: 'Xs2a-Replica',
  /** Marks a sign of life: the sender is working and will reply later. */
  inWork: 'Xs2a-In-Work',
  /** In replies: the replica is overloaded. */
  busy: 'Xs2a-Busy',
  /** In errors: the request was not started. */
  notBegun: 'Xs2a-Not-Begun',
  /** In a reply with bytes: the length of the JSON at its beginning. */
  head: 'Xs2a-Head',
  error: 'Nats-Service-Error',
  errorCode: 'Nats-Service-Error-Code',
} as const;

/** Reasons why a request was not started. */
export const NOT_STARTED_REASONS = { late: 'late', overloaded: 'overloaded' } as const;

/** Time of sending on the sender's steady clock, and the milliseconds that remain. */
export interface AskTimes {
  readonly sentAt: number;
  /** Milliseconds until the caller waits no longer, in any case. */
  readonly leftMs: number;
  /** Milliseconds until a receiver without heartbeats is given up. */
  readonly patienceMs: number;
}

export function requestHeaders(
  context: RequestContext,
  deadline: number,
  { signature, times }: { signature?: string | undefined; times?: AskTimes } = {},
): MsgHdrs {
  const sent = headers();
  sent.set(HEADER.requestId, context.requestId);
  sent.set(HEADER.traceparent, context.traceparent);
  sent.set(HEADER.deadline, String(deadline));
  if (signature !== undefined) sent.set(HEADER.signature, signature);
  const { name, aheadMs = 0 } = context.scope ?? {};
  if (name !== undefined && aheadMs > 0) sent.set(HEADER.scope, `${name} ${aheadMs}`);
  if (times) sent.set(HEADER.ask, `${Math.round(times.sentAt)} ${times.leftMs} ${times.patienceMs}`);
  return sent;
}

/** Undefined for a caller that takes the first message for the reply: a bank connector or an older version. */
export function askTimes(received: MsgHdrs | undefined): AskTimes | undefined {
  const sent = received?.get(HEADER.ask);
  if (!sent) return undefined;
  const [sentAt = NaN, leftMs = NaN, patienceMs = NaN] = sent.split(' ').map(Number);
  return Number.isFinite(sentAt + leftMs + patienceMs) ? { sentAt, leftMs, patienceMs } : undefined;
}

/** Request context for a receiver, with its own span below the sender's. Times are converted to the receiver's clock. */
export function contextOf(
  received: MsgHdrs | undefined,
  times?: AskTimes,
  latenessMs = 0,
  traceparent = newTraceparent(received?.get(HEADER.traceparent)),
): RequestContext {
  const now = Date.now() - latenessMs;
  const deadline = times === undefined ? Number(received?.get(HEADER.deadline)) : now + times.leftMs;
  return {
    requestId: received?.get(HEADER.requestId) || crypto.randomUUID(),
    traceparent,
    ...(deadline > 0 && { deadline }),
    ...(times !== undefined && { patience: now + times.patienceMs }),
  };
}

/** The part of the sender's work. Only read by a service whose work is divided. */
export function sentScope(received: MsgHdrs | undefined): WorkScope {
  const [, name, aheadMs] = /^([a-z0-9]{1,20}) (\d{1,12})$/.exec(received?.get(HEADER.scope) ?? '') ?? [];
  return name === undefined ? { aheadMs: 0 } : { name, aheadMs: Number(aheadMs) };
}

export function refusalMessage(error: Xs2aError): { headers: MsgHdrs; payload: string } {
  const sent = headers();
  sent.set(HEADER.error, error.situation);
  sent.set(HEADER.errorCode, String(error.refusal.status));
  const { situation: refusal, path, text, others, remedy, authorisationId, accessQuota, retryAfterSeconds } = error;
  const body = {
    refusal,
    path,
    text,
    ...(others.length > 0 && { others: [...others] }),
    remedy,
    authorisationId,
    accessQuota,
    retryAfterSeconds,
  } satisfies Partial<RefusalOnBus>;
  return { headers: sent, payload: JSON.stringify(body) };
}

/** The error that the other side sent; an unknown code, perhaps of a newer version, becomes an internal error. */
export function refusalOf(body: Partial<RefusalOnBus>): Xs2aError {
  const situation = isSituation(body.refusal) ? body.refusal : 'internalError';
  return new Xs2aError(situation, {
    ...(body.path !== undefined && { path: body.path }),
    ...(body.text !== undefined && { text: body.text }),
    ...(body.others !== undefined && { others: body.others.filter(({ situation: of }) => isSituation(of)) as Fault[] }),
    ...(body.remedy !== undefined && { remedy: body.remedy }),
    ...(body.authorisationId !== undefined && { authorisationId: body.authorisationId }),
    ...(body.accessQuota !== undefined && { accessQuota: body.accessQuota }),
    ...(body.retryAfterSeconds !== undefined && { retryAfterSeconds: body.retryAfterSeconds }),
  });
}
