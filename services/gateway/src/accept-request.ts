import { type Kit, newTraceparent, type RequestContext, runInContext, traceIdOf } from '@xs2a/service-kit';
import type { NextFunction, Request, Response } from 'express';
import { type Call, headerOf } from './call.ts';
import { isUuid } from './checks/request-id.ts';

/** Nobody waits longer for an answer (design 4). */
const REQUEST_BUDGET_MS = 25_000;
const HSTS = 'max-age=31536000; includeSubDomains';

/**
 * The first step of every request, whatever becomes of it: its context for all that is asked on the bus, the headers
 * that every answer carries, and one log line and one observation when it is over.
 */
export function acceptRequest({ log, metrics }: Pick<Kit, 'log' | 'metrics'>) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    const call = request as unknown as Partial<Call> & Request;
    const sentId = headerOf(call, 'x-request-id');
    const requestId = isUuid(sentId) ? sentId : crypto.randomUUID();
    const context: RequestContext = {
      requestId,
      traceparent: newTraceparent(headerOf(call, 'traceparent')),
      deadline: Date.now() + REQUEST_BUDGET_MS,
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
      metrics.requests.observe({ endpoint: endpoint ?? 'none', status }, ms / 1_000);
      log.info({
        method: request.method,
        route: endpoint,
        status,
        ms: Math.round(ms * 100) / 100,
        requestId,
        traceId: traceIdOf(context),
        tpp: tpp?.id,
        outcome: response.writableFinished ? (refusedWith ?? 'done') : 'aborted',
      });
    });
    runInContext(context, next);
  };
}
