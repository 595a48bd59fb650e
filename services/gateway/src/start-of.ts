import { inputOf } from './authorisation-input.ts';
import type { Call } from './call.ts';
import { creationOf, fingerprintOfStart } from './creation.ts';

/** What every start of an authorisation is told besides its parent. */
export function startOf(call: Call) {
  const input = inputOf(call);
  return { ...creationOf(call, fingerprintOfStart(call, input)), ...(input && { input }) };
}
