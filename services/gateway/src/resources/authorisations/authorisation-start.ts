import { type EndpointKey, Xs2aError } from '@xs2a/contracts';
import type { Call } from '../../request/call.ts';
import { creationOf } from '../../request/creation.ts';
import { fingerprintOfStart } from '../../request/fingerprint.ts';
import { inputOf } from './authorisation-input.ts';

/** The authorisation of a cancellation cannot start with an encrypted password (decision 14). */
const WITHOUT_ENCRYPTION: EndpointKey = 'startPaymentInitiationCancellationAuthorisation';

/** Returns the fields common to all operations that start an authorisation, except the resource. */
export function authorisationStart(call: Call) {
  const input = inputOf(call);
  if (input?.kind === 'encryptedAuthentication' && call.endpoint === WITHOUT_ENCRYPTION) {
    throw new Xs2aError('parameterNotSupported', { path: 'psuData.encryptedPassword' });
  }
  return { ...creationOf(call, fingerprintOfStart(call, input)), ...(input && { input }) };
}
