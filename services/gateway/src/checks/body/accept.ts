import { ENDPOINTS, READ_IN_OWN_FORMAT, Xs2aError } from '@xs2a/contracts';
import type { GatewayContext } from '../../context.ts';
import { chooseType } from '../../request/accept-header.ts';
import { offeredTypes } from '../../request/answer-types.ts';
import { type Call, headerOf } from '../../request/call.ts';

/** What clients overlook that send XML. */
const AS_JSON = ': a payment is answered in JSON, also one that is sent in XML';

/** Chooses the media type of the answer. The refusal names the types that are offered (decision 59). */
export function accept(call: Call, { profile }: Pick<GatewayContext, 'profile'>): void {
  const offered = offeredTypes(call, profile);
  const preferred = chooseType(headerOf(call, 'accept'), offered);
  const type = preferred ?? (READ_IN_OWN_FORMAT.includes(call.endpoint) ? offered[0] : undefined);
  const { family } = ENDPOINTS[call.endpoint];
  if (type === undefined) {
    throw new Xs2aError(family === 'AIS' ? 'acceptNotServable' : 'acceptNotServableOfPayments', {
      path: 'Accept',
      text: `must allow ${offered.join(' or ')}${call.endpoint === 'initiatePayment' ? AS_JSON : ''}`,
    });
  }
  call.answerType = type;
}
