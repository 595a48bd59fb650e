import {
  type AspspProfile,
  PAYMENT_PRODUCTS,
  type PaymentProduct,
  type PaymentService,
  type SinglePayment,
  Xs2aError,
} from '@xs2a/contracts';

/** Whether this bank offers the product with this service (interface 2.3: the ASPSP publishes which it supports). */
export function refuseUnofferedProduct(profile: AspspProfile, service: PaymentService, product: PaymentProduct): void {
  if (!profile.products[service]?.includes(product)) throw new Xs2aError('productUnknown');
}

/** What a product demands beyond the shape of the body: its currencies, and accounts named by IBAN (field guide 11). */
export function refuseUnfitForProduct(product: PaymentProduct, body: SinglePayment): void {
  const row = PAYMENT_PRODUCTS[product];
  const currencies: readonly string[] | undefined = 'currencies' in row ? row.currencies : undefined;
  if (currencies !== undefined && !currencies.includes(body.instructedAmount.currency)) {
    const text = `${product} is offered in ${currencies.join(', ')} only`;
    throw new Xs2aError('fieldInvalid', { path: 'instructedAmount.currency', text });
  }
  for (const account of ['debtorAccount', 'creditorAccount'] as const) {
    if (body[account].iban === undefined) {
      throw new Xs2aError('fieldInvalid', { path: `${account}.iban`, text: `${product} needs an IBAN` });
    }
  }
}
