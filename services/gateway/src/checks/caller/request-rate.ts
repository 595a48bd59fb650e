import type { GatewayContext } from '../../context.ts';
import type { Call } from '../../request/call.ts';

/** Counts the request against the TPP's rate limit. Only identified TPPs are counted, so that no TPP can use up the limit of another. */
export function requestRate(
  call: Call,
  { callers, fairShare, requestRate }: Pick<GatewayContext, 'callers' | 'fairShare' | 'requestRate'>,
): void | Promise<void> {
  const { tpp, caller } = call;
  callers.identified(call);
  return requestRate.count(tpp.id)?.catch((error: unknown) => {
    // Further requests are refused before any other work.
    fairShare.exhaust(caller, requestRate.emptyMs(tpp.id));
    throw error;
  });
}
