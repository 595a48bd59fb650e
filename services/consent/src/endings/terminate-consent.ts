import type { terminateConsent as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { ConsentContext } from '../context.ts';
import { accountConsents, type ConsentKind, fundsConsents } from '../model/consent-kind.ts';
import type { ConsentRecord } from '../model/consent-record.ts';
import { findConsent } from '../reading/find-consent.ts';
import { endConsent } from './end-consent.ts';

type Request = RequestOf<typeof operation>;
type Reply = ReplyOf<typeof operation>;

/**
 * Deletes a consent to read accounts for its TPP. After the response no read is served, and its open authorisations fail. A
 * consent that has already ended is unchanged (decision 17).
 */
export function terminateConsent(context: ConsentContext, request: Request): Promise<Reply> {
  return terminate(context, accountConsents(context), request);
}

/** Deletes a consent to confirm funds for its TPP. */
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
