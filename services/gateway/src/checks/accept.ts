import { ENDPOINTS, Xs2aError } from '@xs2a/contracts';
import { chooseType } from '../accepted-types.ts';
import { type Call, headerOf } from '../call.ts';
import { offeredTypes } from '../offered-types.ts';
import type { House } from '../request-checks.ts';

/** 406 has a message code for account information only (decision 11). */
export function accept(call: Call, { profile }: House): void {
  const type = chooseType(headerOf(call, 'accept'), offeredTypes(call, profile));
  const { family } = ENDPOINTS[call.endpoint];
  if (type === undefined) {
    throw new Xs2aError(family === 'AIS' ? 'acceptNotServable' : 'acceptNotServableOfPayments', { path: 'Accept' });
  }
  call.answerType = type;
}
