import { type revokeConsent as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import type { Collection, Filter } from 'mongodb';
import type { ConsentContext } from '../context.ts';
import { accountConsents, type ConsentKind, fundsConsents } from '../model/consent-kind.ts';
import type { ConsentRecord } from '../model/consent-record.ts';
import { filterConsentsOfPsu } from '../model/filter-consents-of-psu.ts';
import { endConsent } from './end-consent.ts';

type Request = RequestOf<typeof operation>;
type Reply = ReplyOf<typeof operation>;

/** Withdraws a consent of either kind for its PSU. After the response nothing is served under it. May be repeated. */
export async function revokeConsent(context: ConsentContext, request: Request): Promise<Reply> {
  const isForFunds = (await context.fundsConsents.countDocuments({ _id: request.consentId }, { limit: 1 })) > 0;
  return isForFunds
    ? revoke(context, fundsConsents(context), request)
    : revoke(context, accountConsents(context), request);
}

function revoke<T extends ConsentRecord>(
  context: ConsentContext,
  kind: ConsentKind<T>,
  request: Request,
): Promise<Reply> {
  const { psuId } = request;
  return endConsent(context, kind, () => findGranted(kind.collection, request), 'revoked', { by: 'psu', psuId });
}

/**
 * Finds a consent that this PSU granted. Unknown consents, those of another PSU or for another company, and those that no PSU
 * granted get the same refusal.
 */
async function findGranted<T extends ConsentRecord>(
  consents: Collection<T>,
  { consentId, ...owner }: Request,
): Promise<T> {
  const consent = await consents.findOne<T>({ _id: consentId, ...filterConsentsOfPsu(owner) } as Filter<T>);
  if (consent === null) throw new Xs2aError('resourceUnknown');
  return consent;
}
