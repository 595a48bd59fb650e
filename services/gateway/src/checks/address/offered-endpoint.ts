import { type AspspProfile, EDITIONS, ENDPOINTS, type Endpoint, Xs2aError } from '@xs2a/contracts';
import type { GatewayContext } from '../../context.ts';
import type { Call } from '../../request/call.ts';

/** Tells for each optional service whether the bank offers it. */
export const OFFERED_SERVICES: Readonly<Record<NonNullable<Endpoint['optional']>, (profile: AspspProfile) => boolean>> =
  {
    cardAccounts: ({ cardAccounts }) => cardAccounts,
    extendedStatus: ({ edition }) => EDITIONS[edition].hasExtendedStatus,
    fundsConfirmation: ({ fundsConfirmation }) => fundsConfirmation,
    payeeVerificationBeforeOrder: ({ payeeVerificationBeforeOrder }) => payeeVerificationBeforeOrder,
    payeeVerification: ({ payeeVerification }) => payeeVerification !== 'off',
    trustedBeneficiaries: ({ trustedBeneficiaries }) => trustedBeneficiaries,
    signingBaskets: ({ signingBaskets: { services, consents } }) => services.length > 0 || consents,
  };

const WORDS: Readonly<Record<NonNullable<Endpoint['optional']>, string>> = {
  cardAccounts: 'card accounts',
  extendedStatus: 'the extended status of bulk payments',
  fundsConfirmation: 'confirmations of funds',
  payeeVerificationBeforeOrder: 'verification of payees before an order',
  payeeVerification: 'verification of payees of orders',
  signingBaskets: 'signing baskets',
  trustedBeneficiaries: 'trusted beneficiaries',
};

/** Treats the addresses of a service that the bank does not offer as unknown. */
export function offeredEndpoint({ endpoint }: Call, { profile }: Pick<GatewayContext, 'profile'>): void {
  const { optional }: Endpoint = ENDPOINTS[endpoint];
  if (optional !== undefined && !OFFERED_SERVICES[optional](profile)) {
    throw new Xs2aError('addressUnknown', { text: `this bank does not offer ${WORDS[optional]}` });
  }
}
