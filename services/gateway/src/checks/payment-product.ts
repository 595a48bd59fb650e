import { ENDPOINTS, PaymentProduct, PaymentService, Xs2aError } from '@xs2a/contracts';
import type { Call } from '../call.ts';
import type { House } from '../request-checks.ts';

/**
 * Notes which service and product the address names. A new payment needs a product that the bank offers with this
 * service; one made before stays readable when the offer shrinks.
 */
export function paymentProduct(call: Call, { profile }: House): void {
  // Routers listen on each service written out (see `routesOf`), so that only known ones arrive here.
  const paymentService = PaymentService.parse(call.path.split('/')[2]);
  const known = PaymentProduct.safeParse((call.params as Record<string, string>)['paymentProduct']);
  const offered = known.success && (profile.products[paymentService]?.includes(known.data) ?? false);
  const needed = 'creates' in ENDPOINTS[call.endpoint] ? offered : known.success;
  if (!needed || !known.success) throw new Xs2aError('productUnknown');
  call.payment = { paymentService, paymentProduct: known.data };
}
