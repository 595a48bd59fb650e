import type { Call } from '../../request/call.ts';

/** Returns the payment in the address. */
export function addressedPayment({
  tpp,
  params,
  payment,
}: Pick<Call, 'tpp' | 'payment'> & { readonly params: { readonly paymentId: string } }) {
  return { tpp, ...payment, paymentId: params.paymentId };
}
