import type { Answer } from '@xs2a/client';
import { consentFor, EXPLICIT, pay } from '../sca-preferences.ts';
import type { TestContext } from '../test-context.ts';
import { type Missing, needsBaskets, needsFunds } from './offered-features.ts';

interface NotifiedResource {
  readonly make: (context: TestContext, headers: Record<string, string>) => Promise<Answer>;
  readonly missing?: Missing;
  readonly last: string;
}

/** Resources other than payments whose last status is notified to the TPP. */
export const NOTIFIED_RESOURCES: Readonly<Record<string, NotifiedResource>> = {
  'a consent': {
    make: (context, headers) =>
      consentFor(context, { balances: [{ iban: context.facts.accounts.private }] }, {}, headers),
    last: 'valid',
  },
  'a confirmation-of-funds consent': {
    make: ({ client, facts }, headers) =>
      client.createConsentConfirmationOfFunds({ headers, body: { account: { iban: facts.accounts.private } } }),
    missing: needsFunds,
    last: 'valid',
  },
  'a basket': {
    make: async (context, headers) => {
      const member = await pay(context, {}, EXPLICIT);
      return context.client.createSigningBasket({ headers, body: { paymentIds: [member.body.paymentId] } });
    },
    missing: needsBaskets,
    last: 'ACTC',
  },
};
