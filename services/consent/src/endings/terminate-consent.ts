import type { terminateConsent as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { ConsentContext } from '../context.ts';
import type { ConsentKind, ConsentRecord } from '../model/consent-record.ts';
import { findAddressed } from '../reading/read-consent.ts';
import { endConsent } from './end-consent.ts';

/**
 * The TPP gives a consent back: with the answer no read is served any more, and open authorisations fail. One that has
 * ended already stays as it ended (field guide 1.1).
 */
export function terminateConsent<T extends ConsentRecord>(
  context: ConsentContext,
  kind: ConsentKind<T>,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  return endConsent(context, kind, () => findAddressed(kind.collection, request), 'terminated', { by: request.tpp });
}
