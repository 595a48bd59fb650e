import type { Answer } from '@xs2a/client';
import type { Resource } from '../../link-rules.ts';
import { dayAhead } from '../../orders.ts';
import { approved, consentFor, EXPLICIT, pay } from '../../sca-preferences.ts';
import type { TestContext } from '../../test-context.ts';
import { type Missing, needsBaskets, needsCancellationSca, needsFunds } from '../offered-features.ts';

/** Resources that a bank may leave out. */
export const OFFER: Partial<Record<Resource, Missing>> = {
  fundsConsent: needsFunds,
  basket: needsBaskets,
  cancellation: needsCancellationSca,
};

const LATER = () => ({ requestedExecutionDate: dayAhead(3) });

/** Requests the cancellation of a payment, once it is approved. */
async function cancellationOf(
  context: TestContext,
  made: Answer<'initiatePayment'>,
  headers: Record<string, string>,
): Promise<Answer<'cancelPayment'>> {
  const { paymentId } = (await approved(context, made, 'private')).body;
  const path = { paymentService: 'payments', paymentProduct: context.product, paymentId } as const;
  return context.client.cancelPayment({ path, headers });
}

/** Requests it for a payment created with a PSU. */
export async function cancellationByPsu(context: TestContext): Promise<Answer<'cancelPayment'>> {
  const headers = { ...EXPLICIT, 'PSU-ID': context.psu('private').psuId };
  return cancellationOf(context, await pay(context, LATER(), headers), EXPLICIT);
}

/** Functions that create a resource of each kind. */
export const MAKE: Record<Resource, (context: TestContext, headers: Record<string, string>) => Promise<Answer>> = {
  consent: (context, headers) =>
    consentFor(context, { balances: [{ iban: context.facts.accounts.private }] }, {}, headers),
  fundsConsent: ({ client, facts }, headers) =>
    client.createConsentConfirmationOfFunds({ headers, body: { account: { iban: facts.accounts.private } } }),
  payment: (context, headers) => pay(context, {}, headers),
  basket: async (context, headers) => {
    const member = await pay(context, {}, EXPLICIT);
    return context.client.createSigningBasket({ headers, body: { paymentIds: [member.body.paymentId] } });
  },
  cancellation: async (context, headers) => cancellationOf(context, await pay(context, LATER()), headers),
};
