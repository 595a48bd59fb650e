import { type useConsent as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { bankDay, findById } from '@xs2a/service-kit';
import type { ConsentContext } from '../context.ts';
import { refuseUnusable } from '../model/effective-status.ts';
import { accessAt } from '../usage/access-records.ts';
import { countAccess } from './daily-limit.ts';
import { effectiveGrants, rightsToRead } from './granted-rights.ts';
import { earliestReadableDay, refuseOldHistory } from './history-limit.ts';
import { refuseConsentOfOtherPsu } from './refuse-consent-of-other-psu.ts';

type Use = RequestOf<typeof operation>;

/**
 * Decides every read of account data: the consent must be valid now, cover this account, kind of read and age of entries, and
 * have an access left. Only then is the access counted, in the write that decides; a refused read costs nothing. The caller
 * applies the granted rights without further checks (docs/decisions/0006-approvals.md).
 */
export async function useConsent(context: ConsentContext, use: Use): Promise<ReplyOf<typeof operation>> {
  const at = context.now();
  const consent = await findById(context.consents, use.consentId);
  if (consent === null || consent.tppId !== use.tpp.id) throw await unknownConsent(context, use);
  refuseConsentOfOtherPsu(use.tpp, consent);
  refuseUnusable(context, consent);
  const grants = effectiveGrants(consent.grants);
  const rights = rightsToRead(grants, use);
  const earliestDay = earliestReadableDay(context.profile, consent, at);
  refuseOldHistory(context.profile, earliestDay, use.oldest);
  const { psuId = '' } = consent;
  // Not sent by replicas of accounts of the previous version, which check it themselves afterwards.
  if (use.account?.owners?.includes(psuId) === false) throw new Xs2aError('accountUnknown');
  const accessQuota = await countAccess(context, consent, use, at);
  if (use.counted) {
    const { kind, psuPresent } = use;
    const day = bankDay(at, context.profile);
    context.accessRecords.note(accessAt(at, { consentId: consent._id, tppId: consent.tppId, day, kind, psuPresent }));
  }
  return { psuId, grants, rights, earliestDay, ...(accessQuota && { accessQuota }) };
}

/** A consent to confirm funds exists, but gives no access to accounts (decision 12). */
async function unknownConsent({ fundsConsents }: ConsentContext, { consentId, tpp }: Use): Promise<Xs2aError> {
  const isForFunds = (await fundsConsents.countDocuments({ _id: consentId, tppId: tpp.id }, { limit: 1 })) > 0;
  return new Xs2aError(isForFunds ? 'consentNotUsable' : 'consentIdHeaderUnknown', {
    path: 'Consent-ID',
    ...(isForFunds && { text: 'names a consent for confirmation of funds; reads need one of POST /v1/consents' }),
  });
}
