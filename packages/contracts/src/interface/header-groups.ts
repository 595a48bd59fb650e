import type { Endpoint } from './endpoint.ts';
import { ENDPOINTS, type EndpointKey } from './endpoints.ts';

/**
 * Endpoints with the same headers: the rows of the header matrix (decision 13). `read` is every GET and DELETE except account
 * data and the cancellation of a payment.
 */
export const HEADER_GROUPS = [
  'createPayment',
  'createConsent',
  'createBasket',
  'createFundsConsent',
  'cancelPayment',
  'startAuthorisation',
  'updateAuthorisation',
  'readAccounts',
  'confirmFunds',
  'verifyPayee',
  'read',
] as const;
export type HeaderGroup = (typeof HEADER_GROUPS)[number];

const GROUP_OF: Readonly<Partial<Record<EndpointKey, HeaderGroup>>> = {
  initiatePayment: 'createPayment',
  createConsent: 'createConsent',
  createSigningBasket: 'createBasket',
  createConsentConfirmationOfFunds: 'createFundsConsent',
  cancelPayment: 'cancelPayment',
  checkAvailabilityOfFunds: 'confirmFunds',
  verifyPayee: 'verifyPayee',
  verifyPayer: 'verifyPayee',
  verifyParty: 'verifyPayee',
};

/** Returns the row of the matrix for an endpoint. */
export function headerGroupOf(key: EndpointKey): HeaderGroup {
  const { authorises, readsAccounts }: Endpoint = ENDPOINTS[key];
  const own = GROUP_OF[key];
  if (own !== undefined) return own;
  if (authorises !== undefined) return authorises === 'start' ? 'startAuthorisation' : 'updateAuthorisation';
  return readsAccounts === true ? 'readAccounts' : 'read';
}
