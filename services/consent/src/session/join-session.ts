import {
  type joinSession as operation,
  type PsuData,
  type ReplyOf,
  type RequestOf,
  refersTo,
  Xs2aError,
} from '@xs2a/contracts';
import { findById } from '@xs2a/service-kit';
import { refuseConsentOfOtherPsu } from '../access/refuse-consent-of-other-psu.ts';
import type { ConsentContext } from '../context.ts';
import type { Consent } from '../model/consent.ts';
import { refuseUnusable } from '../model/effective-status.ts';
import { openSince, sessionEnd } from './combined-session.ts';

type Request = RequestOf<typeof operation>;

/**
 * Decides whether a payment reuses the first factor that the PSU showed for a consent (decision 80). A consent that is not valid,
 * or covers another account, is refused. A session that is over, used, or of other PSUs is ignored: the PSU shows both factors.
 */
export async function joinSession(context: ConsentContext, request: Request): Promise<ReplyOf<typeof operation>> {
  const consent = await findCovering(context, request);
  const { _id, authorisedAt, psuId, corporateId } = consent;
  const until = sessionEnd(consent, context.profile);
  const isOpen = until !== undefined && until > context.now();
  if (!isOpen || psuId === undefined || consent.signedBy.length !== 1 || !isNamedAlike(consent, request.psu)) return {};
  const taken = await context.consents.updateOne(
    {
      _id,
      consentStatus: 'valid',
      authorisedAt: { $eq: authorisedAt as Date, $gt: openSince(context.now(), context.profile) },
      $or: [{ sessionUsedBy: { $exists: false } }, { sessionUsedBy: request.requestId }],
    },
    { $set: { sessionUsedBy: request.requestId } },
  );
  if (taken.matchedCount === 1) {
    const psu = { psuId, ...(corporateId !== undefined && { corporateId }) };
    return { combined: { consentId: _id, psu, until: until.toISOString() } };
  }
  // Another payment has used it, or the consent has just ended.
  await findCovering(context, request);
  return {};
}

async function findCovering(context: ConsentContext, { tpp, consentId, accounts }: Request): Promise<Consent> {
  const consent = await findById(context.consents, consentId);
  if (consent === null || consent.tppId !== tpp.id) {
    throw new Xs2aError('consentIdHeaderUnknown', { path: 'Consent-ID' });
  }
  refuseConsentOfOtherPsu(tpp, consent);
  refuseUnusable(context, consent);
  const covers = accounts.every((account) => consent.grants.some((grant) => refersTo(grant.account, account)));
  if (!covers) {
    const text = 'the consent does not cover the account of the payment';
    throw new Xs2aError('consentLacksRight', { path: 'Consent-ID', text });
  }
  return consent;
}

/** Whether the TPP named the same PSU-ID for the consent. Comparing it with the signed-in PSU would reveal whether a guess is right. */
function isNamedAlike({ namedPsu }: Consent, psu: PsuData | undefined): boolean {
  if (psu === undefined) return true;
  return psu.psuId === namedPsu?.psuId && psu.corporateId === namedPsu.corporateId;
}
