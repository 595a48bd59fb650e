import type { Answer } from '@xs2a/client';
import type { Resource } from '../../link-rules.ts';
import { dayAhead } from '../../orders.ts';
import { approved, consentFor, EXPLICIT, pay } from '../../sca-preferences.ts';
import type { TestContext } from '../../test-context.ts';
import { type Missing, needsBaskets, needsFunds } from '../what-is-offered.ts';

/** Resources that a bank may leave out. */
export const OFFER: Partial<Record<Resource, Missing>> = { fundsConsent: needsFunds, basket: needsBaskets };

/** Makes one of each kind. */
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
  cancellation: async (context, headers) => {
    const made = await approved(context, await pay(context, { requestedExecutionDate: dayAhead(3) }), 'private');
    const { paymentId } = made.body;
    const path = { paymentService: 'payments', paymentProduct: context.product, paymentId } as const;
    return context.client.cancelPayment({ path, headers });
  },
};
