import { ENDPOINTS, Xs2aError } from '@xs2a/contracts';
import type { GatewayContext } from '../../context.ts';
import { chooseType } from '../../request/accept-header.ts';
import { offeredTypes } from '../../request/answer-types.ts';
import { type Call, headerOf } from '../../request/call.ts';

/** Chooses the media type of the answer. 406 has a message code for account information only (decision 11). */
export function accept(call: Call, { profile }: Pick<GatewayContext, 'profile'>): void {
  const type = chooseType(headerOf(call, 'accept'), offeredTypes(call, profile));
  const { family } = ENDPOINTS[call.endpoint];
  if (type === undefined) {
    throw new Xs2aError(family === 'AIS' ? 'acceptNotServable' : 'acceptNotServableOfPayments', { path: 'Accept' });
  }
  call.answerType = type;
}
