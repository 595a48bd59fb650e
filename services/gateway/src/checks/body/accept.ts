import { ENDPOINTS, Xs2aError } from '@xs2a/contracts';
import type { GatewayContext } from '../../context.ts';
import { chooseType } from '../../request/accept-header.ts';
import { JSON_TYPE, offeredTypes } from '../../request/answer-types.ts';
import { type Call, headerOf } from '../../request/call.ts';

/**
 * Chooses the media type of the answer. Account information is refused if no offered type is acceptable, with a list of the
 * offered ones; other answers have one format only (decision 11).
 */
export function chooseAnswerType(call: Call, { profile }: Pick<GatewayContext, 'profile'>): void {
  const offered = offeredTypes(call, profile);
  const accepted = chooseType(headerOf(call, 'accept'), offered);
  if (accepted === undefined && ENDPOINTS[call.endpoint].family === 'AIS') {
    throw new Xs2aError('acceptNotServable', { path: 'Accept', text: `must allow ${offered.join(' or ')}` });
  }
  call.answerType = accepted ?? offered[0] ?? JSON_TYPE;
}
