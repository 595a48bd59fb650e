import { ENDPOINTS, type EndpointKey, type PaymentService } from '@xs2a/contracts';
import { LINK_TARGETS } from '@xs2a/gateway/interface';
import { operationId } from './operation-id.ts';

/** Resource created by a creation or a start, and the name of its id in the answer. */
const MADE: Partial<Record<EndpointKey, { resource: keyof typeof LINK_TARGETS; id: string }>> = {
  createConsent: { resource: 'consent', id: 'consentId' },
  createConsentConfirmationOfFunds: { resource: 'fundsConsent', id: 'consentId' },
  createSigningBasket: { resource: 'basket', id: 'basketId' },
  initiatePayment: { resource: 'payment', id: 'paymentId' },
  startConsentAuthorisation: { resource: 'consent', id: 'authorisationId' },
  consentConfirmationOfFundsStartAuth: { resource: 'fundsConsent', id: 'authorisationId' },
  startSigningBasketAuthorisation: { resource: 'basket', id: 'authorisationId' },
  startPaymentAuthorisation: { resource: 'payment', id: 'authorisationId' },
  startPaymentInitiationCancellationAuthorisation: { resource: 'cancellation', id: 'authorisationId' },
};

/** Returns the OpenAPI links of a creation: operations that use the id in its answer. */
export function followLinks(key: EndpointKey, service: PaymentService | undefined) {
  const made = MADE[key];
  if (made === undefined) return undefined;
  const sent = parametersOf(key);
  const reachable = Object.entries(LINK_TARGETS[made.resource]).flatMap(([name, target]) => {
    const wanted = parametersOf(target);
    const known = wanted.every((parameter) => parameter === made.id || sent.includes(parameter));
    if (!known || !wanted.includes(made.id)) return [];
    const parameters = Object.fromEntries(
      wanted.map((parameter) => [
        parameter,
        parameter === made.id ? `$response.body#/${parameter}` : `$request.path.${parameter}`,
      ]),
    );
    return [[name, { operationId: operationId(target, service), parameters }]] as const;
  });
  return Object.fromEntries(reachable);
}

function parametersOf(key: EndpointKey): string[] {
  return Array.from(ENDPOINTS[key].path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name).filter(
    (name) => name !== 'paymentService',
  );
}
