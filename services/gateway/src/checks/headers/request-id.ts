import { Xs2aError } from '@xs2a/contracts';
import { type Call, headerOf } from '../../request/call.ts';
import { isUuid } from './is-uuid.ts';
import { misspeltHeaderHint } from './misspelt-header.ts';

const EXAMPLE = '99391c7e-ad88-49ec-a2ad-99ddcb1f7721';

/** Checks X-Request-ID, mandatory at every endpoint (decision 13). */
export function requestId(call: Call): void {
  const sent = headerOf(call, 'x-request-id');
  if (isUuid(sent)) return;
  const need = sent === undefined ? 'is needed: a new UUID' : 'must be a UUID, a new one';
  const instead = sent === undefined ? misspeltHeaderHint(call, 'X-Request-ID') : '';
  throw new Xs2aError('requestIdInvalid', {
    path: 'X-Request-ID',
    text: `${need} for each request, such as ${EXAMPLE}${instead}`,
  });
}
