import type { GatewayConfig } from '@xs2a/gateway/extension';
import { isLoopback } from '@xs2a/service-kit';

/** Whether TPPs may name themselves: only on a listener that other machines cannot reach. */
export function offersIdentity({ GATEWAY_HOST }: Pick<GatewayConfig, 'GATEWAY_HOST'>): boolean {
  return isLoopback(GATEWAY_HOST);
}
