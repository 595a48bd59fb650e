import type { terminateConsent as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { ConsentContext } from '../context.ts';
import { accountConsents, type ConsentKind, fundsConsents } from '../model/consent-kind.ts';
import type { ConsentRecord } from '../model/consent-record.ts';
import { findConsent } from '../reading/find-consent.ts';
import { endConsent } from './end-consent.ts';

type Request = RequestOf<typeof operation>;
type Reply = ReplyOf<typeof operation>;

/**
 * The TPP deletes a consent to read accounts. Once this is answered no read is served, and its open authorisations
 * fail. A consent that has ended already is left as it is (decision 17).
 */
export function terminateConsent(context: ConsentContext, request: Request): Promise<Reply> {
  return terminate(context, accountConsents(context), request);
}

/** The TPP deletes a consent to confirm funds. */
export function terminateFundsConsent(context: ConsentContext, request: Request): Promise<Reply> {
  return terminate(context, fundsConsents(context), request);
}

function terminate<T extends ConsentRecord>(
  context: ConsentContext,
  kind: ConsentKind<T>,
  request: Request,
): Promise<Reply> {
  return endConsent(context, kind, () => findConsent(kind.collection, request), 'terminated', { by: request.tpp });
}
