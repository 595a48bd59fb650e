import { type createConsent as operation, type RequestOf, type StartedConsent, Xs2aError } from '@xs2a/contracts';
import { addDays, bankDay, createOnce } from '@xs2a/service-kit';
import { accountConsents, type ConsentContext } from '../context.ts';
import { askedAccess, refuseUnofferedNames, withoutCardNumbers } from '../model/access-models.ts';
import { approvedContent } from '../model/approved-content.ts';
import type { Consent } from '../model/consent.ts';
import { newRecord, startedConsent } from '../model/consent-record.ts';
import { refusePast } from '../model/effective-status.ts';

/** Stores a consent as `received` and, where that is the bank's and the TPP's choice, starts its authorisation. */
export async function createConsent(
  context: ConsentContext,
  request: RequestOf<typeof operation>,
): Promise<StartedConsent> {
  const { document: consent } = await createOnce(context.consents, await newConsent(context, request));
  return startedConsent(context, request.tpp, accountConsents(context), consent);
}

async function newConsent(context: ConsentContext, request: RequestOf<typeof operation>): Promise<Consent> {
  const { body } = request;
  if (body.combinedServiceIndicator) throw new Xs2aError('sessionsNotSupported', { path: 'combinedServiceIndicator' });
  const access = withoutCardNumbers(body.access);
  const { rights, ...asked } = askedAccess(access);
  if (!context.profile.consentModels.includes(asked.model))
    throw new Xs2aError('consentModelNotOffered', { path: 'access' });
  refuseUnofferedNames(context.profile, access);
  const approved = { ...asked, access, recurringIndicator: body.recurringIndicator, ...permittedSpan(context, body) };
  return { ...(await newRecord(context, request, approvedContent({ ...approved, rights }))), ...approved };
}

/** Validity and frequency as the bank permits them: a longer or more frequent wish is cut (field guide 7.1). */
function permittedSpan(
  { profile, now }: ConsentContext,
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
