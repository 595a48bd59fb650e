import { type revokeConsent as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import type { Collection, Filter } from 'mongodb';
import { accountConsents, type ConsentContext, fundsConsents } from '../context.ts';
import type { ConsentKind, ConsentRecord } from '../model/consent-record.ts';
import { endConsent } from './end-consent.ts';

type Request = RequestOf<typeof operation>;

/** The PSU withdraws what it granted: with the answer nothing is served any more. Withdrawn twice is withdrawn once. */
export async function revokeConsent(context: ConsentContext, request: Request): Promise<ReplyOf<typeof operation>> {
  const isForFunds = (await context.fundsConsents.countDocuments({ _id: request.consentId }, { limit: 1 })) > 0;
  return isForFunds
    ? revoke(context, fundsConsents(context), request)
    : revoke(context, accountConsents(context), request);
}

function revoke<T extends ConsentRecord>(context: ConsentContext, kind: ConsentKind<T>, request: Request) {
  return endConsent(context, kind, () => findGranted(kind.collection, request), 'revoked', {
    by: 'psu',
    psuId: request.psuId,
  });
}

/** A consent that this PSU granted, alone or with others; of another PSU, granted by nobody, and unknown are one answer. */
async function findGranted<T extends ConsentRecord>(
  consents: Collection<T>,
  { psuId, consentId }: Request,
): Promise<T> {
  const consent = await consents.findOne<T>({
    _id: consentId,
    signedBy: psuId,
    authorisedAt: { $exists: true },
  } as Filter<T>);
  if (consent === null) throw new Xs2aError('resourceUnknown');
  return consent;
}
