import type { GatewayContext } from '../../context.ts';
import type { Call } from '../../request/call.ts';

/** Refuses a request over the limit immediately. An answer that comes too late is of no use. */
export function concurrency({ tpp, res }: Call, { concurrencyLimit }: Pick<GatewayContext, 'concurrencyLimit'>): void {
  if (res !== undefined) concurrencyLimit.enter(tpp.id, res);
}
