import { ENDPOINTS, offersProduct, PaymentProduct, PaymentService, Xs2aError } from '@xs2a/contracts';
import type { GatewayContext } from '../../context.ts';
import type { Call } from '../../request/call.ts';

/**
 * Sets the payment service and product of the address. A new payment needs a product that the bank offers. A payment stays
 * readable after the bank has stopped offering its product.
 */
export function paymentProduct(call: Call, { profile }: Pick<GatewayContext, 'profile'>): void {
  // The routes have the services spelled out (`routesOf`), so that only known services arrive here.
  const paymentService = PaymentService.parse(call.path.split('/')[2]);
  const known = PaymentProduct.safeParse((call.params as Record<string, string>)['paymentProduct']);
  if (!known.success) throw new Xs2aError('productUnknown');
  const isCreated = 'creates' in ENDPOINTS[call.endpoint];
  if (isCreated && !offersProduct(profile, paymentService, known.data)) throw new Xs2aError('productUnknown');
  call.payment = { paymentService, paymentProduct: known.data };
}
