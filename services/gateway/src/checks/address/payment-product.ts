import {
  type AspspProfile,
  ENDPOINTS,
  offersProduct,
  PaymentProduct,
  PaymentService,
  Xs2aError,
} from '@xs2a/contracts';
import type { GatewayContext } from '../../context.ts';
import type { Call } from '../../request/call.ts';

/**
 * Sets the payment service and product from the address. A new payment needs a product that the bank offers; a payment stays
 * readable after the bank has stopped offering its product.
 */
export function paymentProduct(call: Call, { profile }: Pick<GatewayContext, 'profile'>): void {
  // The routes spell out the services (`routesOf`), so that only known ones arrive here.
  const paymentService = PaymentService.parse(call.path.split('/')[2]);
  const known = PaymentProduct.safeParse((call.params as Record<string, string>)['paymentProduct']);
  if (!known.success) throw unknownProduct(profile, paymentService);
  const isCreated = 'creates' in ENDPOINTS[call.endpoint];
  if (isCreated && !offersProduct(profile, paymentService, known.data)) throw unknownProduct(profile, paymentService);
  call.payment = { paymentService, paymentProduct: known.data };
}

/** Lists the products that this bank offers with the service. */
function unknownProduct(profile: AspspProfile, service: PaymentService): Xs2aError {
  const offered = PaymentProduct.options.filter((product) => offersProduct(profile, service, product));
  const text =
    offered.length === 0
      ? `this bank does not offer ${service}`
      : `must be a product that this bank offers with ${service}: ${offered.join(', ')}`;
  return new Xs2aError('productUnknown', { path: 'payment-product', text });
}
