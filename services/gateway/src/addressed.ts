import type { Call } from './call.ts';

/** The consent that an address names, of whichever kind. */
export function addressedConsent({ tpp, params }: Pick<Call<'getConsentInformation'>, 'tpp' | 'params'>) {
  return { tpp, consentId: params.consentId };
}

/** The payment that an address names. */
export function addressedPayment({
  tpp,
  params,
  payment,
}: Pick<Call<'getPaymentInformation'>, 'tpp' | 'params' | 'payment'>) {
  return { tpp, ...payment, paymentId: params.paymentId };
}
