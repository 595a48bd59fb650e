import type { GatewayContext } from '../../context.ts';
import type { Call } from '../../request/call.ts';

/** Refuses a request over the limit immediately, because a late answer is useless. */
export function concurrency({ tpp, res }: Call, { concurrencyLimit }: Pick<GatewayContext, 'concurrencyLimit'>): void {
  if (res !== undefined) concurrencyLimit.enter(tpp.id, res);
}
