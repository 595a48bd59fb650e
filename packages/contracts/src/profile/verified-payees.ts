import { isSepaIban } from '../iban/sepa-countries.ts';
import { PAYMENT_PRODUCTS, type PaymentProduct } from '../interface/payment-products.ts';
import type { AccountReference } from '../values/account-reference.ts';
import type { Amount } from '../values/amounts/amount.ts';
import type { AspspProfile } from './aspsp-profile.ts';

interface Transfer {
  readonly paymentProduct: PaymentProduct;
  readonly instructedAmount: Pick<Amount, 'currency'>;
  readonly creditorAccount: Pick<AccountReference, 'iban'>;
}

/**
 * Says for which transfers the bank verifies the payee, if it is asked: credit transfers in euro to an IBAN in SEPA, except in
 * large-value systems (Regulation (EU) 260/2012, Art. 1(2) and 5c).
 */
export function mayVerifyPayee(
  { payeeVerification }: Pick<AspspProfile, 'payeeVerification'>,
  { paymentProduct, instructedAmount, creditorAccount: { iban } }: Transfer,
): boolean {
  const isInScope = instructedAmount.currency === 'EUR' && !PAYMENT_PRODUCTS[paymentProduct].largeValue;
  return payeeVerification !== 'off' && isInScope && iban !== undefined && isSepaIban(iban);
}
