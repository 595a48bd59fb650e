import type { Answer, OperationRequest } from '@xs2a/client';
import type { PsuName } from './facts.ts';
import { consentBody, paymentOrder } from './orders.ts';
import { RETURN } from './redirect-headers.ts';
import type { TestContext } from './test-context.ts';

/** Password and code of the PSU go through the TPP: this needs nothing else, and is fastest. */
export const EMBEDDED = {
  ...RETURN,
  'TPP-Redirect-Preferred': 'false',
  'TPP-Decoupled-Preferred': 'false',
} as const;
export const DECOUPLED = { ...EMBEDDED, 'TPP-Decoupled-Preferred': 'true' } as const;
export const REDIRECT = { ...RETURN, 'TPP-Redirect-Preferred': 'true' } as const;
export const EXPLICIT = { ...EMBEDDED, 'TPP-Explicit-Authorisation-Preferred': 'true' } as const;

/** Preferences with which the suite authorises its resources: the simplest approach that the bank offers. */
export function preferencesOf({ profile }: TestContext) {
  if (profile.scaApproaches.includes('EMBEDDED')) return EMBEDDED;
  return profile.scaApproaches.includes('REDIRECT') ? REDIRECT : DECOUPLED;
}

type Initiation = OperationRequest<'initiatePayment'>;
type Access = Parameters<typeof consentBody>[0];

export function pay(
  context: TestContext,
  change: object = {},
  headers: Initiation['headers'] = preferencesOf(context),
) {
  const path = { paymentService: 'payments', paymentProduct: context.product } as const;
  return context.client.initiatePayment({ path, body: paymentOrder(context, change), ...(headers && { headers }) });
}

export function consentFor(
  context: TestContext,
  access: Access,
  change: object = {},
  headers: object = preferencesOf(context),
) {
  return context.client.createConsent({ headers, body: consentBody(access, change) });
}

/** Approves as the PSUs, one after the other. */
export async function approved<A extends Answer>(context: TestContext, created: A, ...names: PsuName[]): Promise<A> {
  for (const name of names) await context.psuSide.finish(created, context.psu(name));
  return created;
}
