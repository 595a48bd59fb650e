import type { EndpointKey, PaymentService } from '@xs2a/contracts';

/**
 * Returns the operationId of the standard. The standard's three payment services share an address there; here each has its own,
 * as in the router, and its id says which, except for single payments.
 */
export function operationId(key: EndpointKey, service: PaymentService | undefined): string {
  return service === undefined || service === 'payments' ? key : `${key}_${service}`;
}
