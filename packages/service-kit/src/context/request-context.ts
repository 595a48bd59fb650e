import { AsyncLocalStorage } from 'node:async_hooks';

/** The part of a service's work to which a request or job belongs (see {@link WorkScopes}). */
export interface WorkScope {
  /** Absent for work of no part in particular; set as soon as the part is known. */
  name?: string;
  /** Milliseconds by which its time is ahead of the clock of the service. */
  aheadMs: number;
  /** In a job: the TPPs whose documents belong to the part. Absent for all. */
  readonly tppId?: string | { readonly $nin: string[] };
}

/** Context of a request as it passes through the services. */
export interface RequestContext {
  /** X-Request-ID of the TPP's call, or a generated id for work without a request. */
  readonly requestId: string;
  /** W3C trace context; each service has its own span. */
  readonly traceparent: string;
  /** Milliseconds since the epoch after which the caller waits no longer. */
  readonly deadline?: number;
  /** Milliseconds since the epoch after which a receiver without heartbeats is given up. */
  readonly patience?: number;
  /** Time of the last sign of life from a service that works on the request, for callers with a limited patience. */
  readonly pulse?: { at: number };
  /** Absent in a service whose work is not divided. */
  readonly scope?: WorkScope;
  /** Jobs only: aborted when the process must stop. */
  readonly stopping?: AbortSignal;
}

const storage = new AsyncLocalStorage<RequestContext>();

export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** Returns the context of the current request; outside of any, a new one. */
export function currentContext(): RequestContext {
  return storage.getStore() ?? { requestId: crypto.randomUUID(), traceparent: newTraceparent() };
}

/** Returns the context of the current request; undefined outside of any. */
export function findContext(): RequestContext | undefined {
  return storage.getStore();
}

/** Whether the current job must end and leave the rest of its work to the next run. */
export function isStopping(): boolean {
  return storage.getStore()?.stopping?.aborted === true;
}

/** Parses a `traceparent` (W3C Trace Context, 3.2); undefined if it is malformed. */
export function parseTraceparent(
  sent: string | undefined,
): { traceId: string; spanId: string; flags: number } | undefined {
  const [, traceId, spanId, flags] = (sent && /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(sent)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  // All zeros are invalid.
  return Number(`0x${traceId}`) === 0 || Number(`0x${spanId}`) === 0
    ? undefined
    : { traceId, spanId, flags: Number(`0x${flags}`) };
}

/** Trace context stored with a message, so that its delivery continues the trace; an older version may have stored none. */
export function storedTraceparent(stored: string): string {
  return parseTraceparent(stored) === undefined ? newTraceparent() : stored;
}

/** Creates the `traceparent` of a new span, below the caller's trace if it sent a well-formed one. */
export function newTraceparent(parent?: string): string {
  const trace = parent === undefined ? null : /^00-([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})$/.exec(parent);
  return `00-${trace?.[1] ?? randomHex()}-${randomHex().slice(0, 16)}-${trace?.[2] ?? '00'}`;
}

/** 32 hexadecimal digits. UUIDs come from a pool of random bytes in Node, so they are cheap per request. */
function randomHex(): string {
  return crypto.randomUUID().replaceAll('-', '');
}

/** The trace id, for log lines. */
export function traceIdOf({ traceparent }: Pick<RequestContext, 'traceparent'>): string {
  return traceparent.slice(3, 35);
}

/** Whether spans of the request are recorded: the lowest bit of the flags (W3C Trace Context, 3.2.2.5.1). */
export function isRecorded({ traceparent }: Pick<RequestContext, 'traceparent'>): boolean {
  return (Number(`0x${traceparent.at(-1)}`) & 1) === 1;
}
