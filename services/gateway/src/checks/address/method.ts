import { ENDPOINTS, Xs2aError } from '@xs2a/contracts';
import type { Call } from '../../request/call.ts';
import { methodText } from '../../routing/addresses.ts';

/** Refuses HEAD, which Express would serve with the handler of GET. It is not part of the interface, and would count as an access. */
export function method(call: Call): void {
  if (call.method !== ENDPOINTS[call.endpoint].method) {
    throw new Xs2aError('methodNotAllowed', { text: methodText(call.method, call.path) });
  }
}
