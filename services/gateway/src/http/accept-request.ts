import { ENDPOINTS } from '@xs2a/contracts';
import {
  addCounter,
  newTraceparent,
  observeTime,
  type RequestContext,
  runInContext,
  traceIdOf,
} from '@xs2a/service-kit';
import type { NextFunction, Request, Response } from 'express';
import { isUuid } from '../checks/headers/is-uuid.ts';
import type { GatewayContext } from '../context.ts';
import { type Call, headerOf } from '../request/call.ts';
import { answerInTime, type SendError } from './answer-in-time.ts';

/** Deadline of every request. */
const REQUEST_BUDGET_MS = 25_000;
/**
 * Milliseconds after which the gateway gives up on a service that shows no sign of life, so that the TPP has its answer within
 * three seconds.
 */
const PATIENCE_MS = 2_500;
const HSTS = 'max-age=31536000; includeSubDomains';

/**
 * First middleware of every request. Sets the context for messages on the bus and the headers of every answer, and writes one log
 * line and one metric at the end.
 */
export function acceptRequest(
  {
    log,
    metrics,
    tracing,
    now: clock,
    statistics,
  }: Pick<GatewayContext, 'log' | 'metrics' | 'tracing' | 'now' | 'statistics'>,
  refuse: SendError,
) {
  const countRefusal = addCounter(metrics, 'xs2a_refusals_total', 'Requests of TPPs that were refused', 'situation');
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    const receivedAt = clock();
    const now = Date.now();
    const call = request as unknown as Partial<Call> & Request;
    const sentId = headerOf(call, 'x-request-id');
    const requestId = isUuid(sentId) ? sentId : crypto.randomUUID();
    const sentTrace = headerOf(call, 'traceparent');
    const { method } = request;
    // A closed socket has none.
    const { remoteAddress: address } = request.socket;
    const span = tracing?.enter(method, sentTrace, { 'http.request.method': method, 'xs2a.request_id': requestId });
    const context: RequestContext = {
      requestId,
      traceparent: span?.traceparent ?? newTraceparent(sentTrace),
      deadline: now + REQUEST_BUDGET_MS,
      patience: now + PATIENCE_MS,
      pulse: { at: now },
    };
    call.requestId = requestId;
    response.setHeader('X-Request-ID', requestId);
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (request.secure) response.setHeader('Strict-Transport-Security', HSTS);
    response.once('close', () => {
      const ms = performance.now() - startedAt;
      const { endpoint, tpp, refusedWith } = call;
      const status = response.statusCode;
      const { traceparent } = context;
      const outcome = response.writableFinished ? (refusedWith ?? 'done') : 'aborted';
      observeTime(metrics.requests, { endpoint: endpoint ?? 'none', status }, ms / 1_000, traceparent);
      // Refused callers that are no TPP are not counted, unless the server failed before it could identify them.
      if (endpoint !== undefined && (tpp !== undefined || status >= 500))
        statistics.record({ endpoint, receivedAt, ms, ...(response.writableFinished && { status }) });
      if (refusedWith !== undefined) countRefusal(refusedWith);
      span?.end({
        ...(endpoint !== undefined && { name: `${method} ${endpoint}`, 'http.route': ENDPOINTS[endpoint].path }),
        'http.response.status_code': status,
        'xs2a.tpp': tpp?.id,
        'xs2a.outcome': outcome,
        ...(status >= 500 && { 'error.type': outcome }),
      });
      log.info({
        method,
        address,
        route: endpoint,
        status,
        ms: Math.round(ms * 100) / 100,
        requestId,
        traceId: traceIdOf(context),
        tpp: tpp?.id,
        outcome,
      });
    });
    answerInTime(request, response, { context, refuse });
    runInContext(context, next);
  };
}
