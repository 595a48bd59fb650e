import { type AspspProfile, ENDPOINTS, type Endpoint, Xs2aError } from '@xs2a/contracts';
import type { Call } from '../call.ts';
import type { House } from '../request-checks.ts';

/** Whether a bank offers a service that it may leave out. */
const OFFERED: Readonly<Record<NonNullable<Endpoint['optional']>, (profile: AspspProfile) => boolean>> = {
  cardAccounts: ({ cardAccounts }) => cardAccounts,
  fundsConfirmation: ({ fundsConfirmation }) => fundsConfirmation,
  signingBaskets: ({ signingBaskets: { services, consents } }) => services.length > 0 || consents,
};

/** Where a bank does not offer a service there is nothing at its addresses. */
export function offered({ endpoint }: Call, { profile }: House): void {
  const { optional }: Endpoint = ENDPOINTS[endpoint];
  if (optional !== undefined && !OFFERED[optional](profile)) throw new Xs2aError('addressUnknown');
}
