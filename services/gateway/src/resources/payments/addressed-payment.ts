import type { Call } from '../../request/call.ts';

/** Returns the payment in the address. */
export function addressedPayment({
  tpp,
  params,
  payment,
}: Pick<Call<'getPaymentInformation'>, 'tpp' | 'params' | 'payment'>) {
  return { tpp, ...payment, paymentId: params.paymentId };
}
