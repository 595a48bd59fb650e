import { ENDPOINTS, Xs2aError } from '@xs2a/contracts';
import { acceptsJson } from '../accepted-types.ts';
import { type Call, headerOf } from '../call.ts';

/** Answers are JSON. 406 has a message code for account information only (field guide 2.3; interface 7). */
export function accept(call: Call): void {
  if (acceptsJson(headerOf(call, 'accept'))) return;
  const { family } = ENDPOINTS[call.endpoint];
  throw new Xs2aError(family === 'AIS' ? 'acceptNotServable' : 'acceptNotServableOfPayments', { path: 'Accept' });
}
