import { type createConsent as operation, type RequestOf, type StartedConsent, Xs2aError } from '@xs2a/contracts';
import { addDays, bankDay, createOnce } from '@xs2a/service-kit';
import type { Consent } from './consent.ts';
import { approvedContent } from './consent-content.ts';
import { newRecord, startedConsent } from './consent-record.ts';
import { refusePast } from './effective-status.ts';
import { askedAccess, refuseUnofferedNames, withoutCardNumbers } from './grants.ts';
import { accountConsents, type ConsentRoom } from './room.ts';

/** Stores a consent as `received` and, where that is the bank's and the TPP's choice, starts its authorisation. */
export async function createConsent(room: ConsentRoom, request: RequestOf<typeof operation>): Promise<StartedConsent> {
  const { document: consent } = await createOnce(room.consents, await newConsent(room, request));
  return startedConsent(room, request.tpp, accountConsents(room), consent);
}

async function newConsent(room: ConsentRoom, request: RequestOf<typeof operation>): Promise<Consent> {
  const { body } = request;
  if (body.combinedServiceIndicator) throw new Xs2aError('sessionsNotSupported', { path: 'combinedServiceIndicator' });
  const access = withoutCardNumbers(body.access);
  const { rights, ...asked } = askedAccess(access);
  if (!room.profile.consentModels.includes(asked.model))
    throw new Xs2aError('consentModelNotOffered', { path: 'access' });
  refuseUnofferedNames(room.profile, access);
  const approved = { ...asked, access, recurringIndicator: body.recurringIndicator, ...permittedSpan(room, body) };
  return { ...(await newRecord(room, request, approvedContent({ ...approved, rights }))), ...approved };
}

/** Validity and frequency as the bank permits them: a longer or more frequent wish is cut (field guide 7.1). */
function permittedSpan(
  { profile, now }: ConsentRoom,
  { validUntil, frequencyPerDay, recurringIndicator }: RequestOf<typeof operation>['body'],
): { validUntil: string; frequencyPerDay: number } {
  const today = bankDay(now(), profile);
  refusePast({ validUntil }, today);
  if (!recurringIndicator && frequencyPerDay !== 1) {
    throw new Xs2aError('fieldInvalid', { path: 'frequencyPerDay', text: 'must be 1 for a one-off consent' });
  }
  const latest = addDays(today, profile.limits.consentDaysMax);
  return {
    validUntil: validUntil < latest ? validUntil : latest,
    frequencyPerDay: Math.min(frequencyPerDay, profile.limits.frequencyPerDayMax),
  };
}
