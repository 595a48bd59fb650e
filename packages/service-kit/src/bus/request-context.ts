import { AsyncLocalStorage } from 'node:async_hooks';

/** What accompanies a request through the services. */
export interface RequestContext {
  /** X-Request-ID of the TPP's call, or an id of our own for work without a request. */
  readonly requestId: string;
  /** W3C trace context; each service is a span of its own. */
  readonly traceparent: string;
  /** Milliseconds since the epoch after which nobody waits for the answer any more. */
  readonly deadline?: number;
  /** Milliseconds since the epoch after which a receiver that gives no sign of life is given up. */
  readonly patience?: number;
  /** When a service that works on the request has last said so; for whoever must answer in time. */
  readonly pulse?: { at: number };
}

const storage = new AsyncLocalStorage<RequestContext>();

export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** The context of the request at work; a new one outside of any. */
export function currentContext(): RequestContext {
  return storage.getStore() ?? { requestId: crypto.randomUUID(), traceparent: newTraceparent() };
}

/** `traceparent` of a new span: below the caller's trace where it sent a well-formed one. */
export function newTraceparent(parent?: string): string {
  const trace = parent === undefined ? null : /^00-([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})$/.exec(parent);
  return `00-${trace?.[1] ?? randomHex()}-${randomHex().slice(0, 16)}-${trace?.[2] ?? '00'}`;
}

/** 32 hexadecimal digits. UUIDs come from a pool of random bytes that Node keeps, which is cheap per request. */
function randomHex(): string {
  return crypto.randomUUID().replaceAll('-', '');
}

/** The trace id, for log lines. */
export function traceIdOf({ traceparent }: RequestContext): string {
  return traceparent.slice(3, 35);
}
