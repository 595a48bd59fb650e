import { isSituation, type Operation, REFUSALS } from '@xs2a/contracts';
import { type RequestContext, traceIdOf } from '../context/request-context.ts';
import type { Log } from '../observability/log.ts';
import { type Metrics, observeTime } from '../observability/metrics.ts';
import type { StartedSpan } from '../observability/tracing.ts';

/** Outcome of a request on the bus. */
interface Answered {
  readonly context: RequestContext;
  readonly span: StartedSpan | undefined;
  /** `done`, or the error case. */
  readonly outcome: string;
  readonly tpp: string | undefined;
  readonly ms: number;
}

/** Records a request: log line, metric and end of the span. */
export function recordOperation(
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics },
  { subject }: Operation,
  { context, span, outcome, tpp, ms }: Answered,
): void {
  metrics.inFlight.dec();
  observeTime(metrics.operations, { operation: subject, outcome }, ms / 1_000, context.traceparent);
  span?.end(spanResult(outcome, tpp));
  log.info({
    operation: subject,
    requestId: context.requestId,
    traceId: traceIdOf(context),
    tpp,
    outcome,
    ms: Math.round(ms * 100) / 100,
  });
}

/** An error of the TPP or PSU is not an error of the service. */
function spanResult(outcome: string, tpp: string | undefined): Parameters<StartedSpan['end']>[0] {
  const isFault = isSituation(outcome) && REFUSALS[outcome].status >= 500;
  return { 'xs2a.outcome': outcome, 'xs2a.tpp': tpp, ...(isFault && { 'error.type': outcome }) };
}
