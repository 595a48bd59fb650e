import { type EndpointKey, Xs2aError } from '@xs2a/contracts';
import { inputOf } from './authorisation-input.ts';
import type { Call } from './call.ts';
import { creationOf, fingerprintOfStart } from './creation.ts';

/** Cancellations are not started with an encrypted password (decision 14). */
const WITHOUT_ENCRYPTION: EndpointKey = 'startPaymentInitiationCancellationAuthorisation';

/** What every start of an authorisation is told besides its parent. */
export function startOf(call: Call) {
  const input = inputOf(call);
  if (input?.kind === 'encryptedAuthentication' && call.endpoint === WITHOUT_ENCRYPTION) {
    throw new Xs2aError('parameterNotSupported', { path: 'psuData.encryptedPassword' });
  }
  return { ...creationOf(call, fingerprintOfStart(call, input)), ...(input && { input }) };
}
