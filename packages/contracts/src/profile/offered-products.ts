import { PAYMENT_PRODUCTS, type PaymentProduct, type PaymentService } from '../interface/payment-products.ts';
import type { AspspProfile } from './aspsp-profile.ts';

/** Whether a bank offers a payment product with a payment service. */
export function offersProduct(
  { products }: Pick<AspspProfile, 'products'>,
  service: PaymentService,
  product: PaymentProduct,
): boolean {
  return PAYMENT_PRODUCTS[product].services.includes(service) && (products[service]?.includes(product) ?? false);
}
