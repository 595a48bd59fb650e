import type { GatewayContext } from '../../context.ts';
import type { Call } from '../../request/call.ts';

/** Counts the request. Only identified TPPs are counted, so that no TPP can use up the requests of another one. */
export function requestRate({ tpp }: Call, context: Pick<GatewayContext, 'requestRate'>): void | Promise<void> {
  return context.requestRate.count(tpp.id);
}
