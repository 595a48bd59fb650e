import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { DAYS_AHEAD_MAX, type Fault, isSituation, type RefusalOnBus, Xs2aError } from '@xs2a/contracts';
import { newTraceparent, type RequestContext, type SandboxClock } from '../context/request-context.ts';

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
  /** The developer by whose clock the sender works, and the days that it is ahead, in a sandbox alone. */
  clock: 'Xs2a-Clock',
  /** The caller understands signs of life: see {@link AskTimes}. */
  ask: 'Xs2a-Ask',
  /** In replies: which replica answers. */
  replica: 'Xs2a-Replica',
  /** A message that is no reply yet: its sender is at work. */
  inWork: 'Xs2a-In-Work',
  /** In a reply: the replica has more work than it can do now. */
  busy: 'Xs2a-Busy',
  /** In a refusal: nothing of the request was begun. */
  notBegun: 'Xs2a-Not-Begun',
  /** In a reply that carries bytes: how many bytes at its beginning are JSON. */
  head: 'Xs2a-Head',
  error: 'Nats-Service-Error',
  errorCode: 'Nats-Service-Error-Code',
} as const;

/** Reasons for which no work on a request has begun. */
export const NOT_BEGUN = { late: 'late', overloaded: 'overloaded' } as const;

/** When a request was sent, on the steady clock of its sender, and how many milliseconds are left for it. */
export interface AskTimes {
  readonly sentAt: number;
  /** Until nobody waits any more, whatever happens. */
  readonly leftMs: number;
  /** Until a receiver that gives no sign is given up. */
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
  const { workspace, daysAhead = 0 } = context.clock ?? {};
  if (workspace !== undefined && daysAhead > 0) sent.set(HEADER.clock, `${workspace} ${daysAhead}`);
  if (times) sent.set(HEADER.ask, `${Math.round(times.sentAt)} ${times.leftMs} ${times.patienceMs}`);
  return sent;
}

/** Undefined for a caller that takes the first message for the reply: a bank connector, or an older version. */
export function askTimes(received: MsgHdrs | undefined): AskTimes | undefined {
  const sent = received?.get(HEADER.ask);
  if (!sent) return undefined;
  const [sentAt = NaN, leftMs = NaN, patienceMs = NaN] = sent.split(' ').map(Number);
  return Number.isFinite(sentAt + leftMs + patienceMs) ? { sentAt, leftMs, patienceMs } : undefined;
}

/** The context a receiver works in: a span of its own below the sender's. Times are on the clock of the receiver. */
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

/** The clock that the sender of a message works by. Only who serves a sandbox asks. */
export function sentClock(received: MsgHdrs | undefined): SandboxClock {
  const [, workspace, days] = /^([a-z0-9]{1,20}) (\d{1,4})$/.exec(received?.get(HEADER.clock) ?? '') ?? [];
  const daysAhead = Number(days);
  return workspace === undefined || daysAhead > DAYS_AHEAD_MAX ? { daysAhead: 0 } : { workspace, daysAhead };
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

/** The refusal that the other side sent; an unknown one, of a newer version perhaps, is an internal error. */
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
