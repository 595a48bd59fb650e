import { ENDPOINTS, Xs2aError } from '@xs2a/contracts';
import type { Call } from '../call.ts';

/** Express answers HEAD by the handler of GET; here it would count as an access and is not in the interface. */
export function method(call: Call): void {
  if (call.method !== ENDPOINTS[call.endpoint].method) throw new Xs2aError('methodNotAllowed');
}
