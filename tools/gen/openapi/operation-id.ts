import type { EndpointKey, PaymentService } from '@xs2a/contracts';

/**
 * The operationId of the standard. The standard's three payment services share an address there; here each has its own,
 * as the router has, and the id of all but single payments says which.
 */
export function operationId(key: EndpointKey, service: PaymentService | undefined): string {
  return service === undefined || service === 'payments' ? key : `${key}_${service}`;
}
