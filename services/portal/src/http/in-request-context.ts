import { randomUUID } from 'node:crypto';
import { type Kit, newTraceparent, observeTime, runInContext, traceIdOf } from '@xs2a/service-kit';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** A page calls at most two services, one after the other. */
const PAGE_BUDGET_MS = 20_000;
/** Milliseconds after which a silent service is given up: a person waits no longer for the page that says so. */
const PATIENCE_MS = 2_500;

/**
 * The first middleware of every page. It sets the context for messages on the bus, and writes one log line, one metric and one
 * span at the end, with the route. None of them includes the path: it contains the redirect reference.
 */
export function inRequestContext({ log, metrics, tracing }: Pick<Kit, 'log' | 'metrics' | 'tracing'>): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    const now = Date.now();
    const [deadline, patience] = [now + PAGE_BUDGET_MS, now + PATIENCE_MS];
    const requestId = randomUUID();
    const { method } = request;
    const sentTrace = request.get('traceparent');
    const span = tracing?.enter(method, sentTrace, { 'http.request.method': method, 'xs2a.request_id': requestId });
    const traceparent = span?.traceparent ?? newTraceparent(sentTrace);
    response.once('close', () => {
      const ms = Math.round(performance.now() - startedAt);
      const { path } = (request.route ?? {}) as { path?: unknown };
      const route = typeof path === 'string' ? path : undefined;
      const status = response.statusCode;
      const endpoint = route ?? (status < 400 ? 'asset' : 'none');
      observeTime(metrics.requests, { endpoint, status }, ms / 1_000, traceparent);
      span?.end({
        name: `${method} ${endpoint}`,
        'http.route': route,
        'http.response.status_code': status,
        ...(status >= 500 && { 'error.type': String(status) }),
      });
      if (route === undefined && status < 400) return;
      const traceId = traceIdOf({ traceparent });
      log.info({ event: 'page', method, route, status, ms, requestId, traceId }, 'page');
    });
    runInContext({ requestId, traceparent, deadline, patience }, next);
  };
}
