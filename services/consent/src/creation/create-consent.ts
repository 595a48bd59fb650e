import { type createConsent as operation, type RequestOf, type StartedConsent, Xs2aError } from '@xs2a/contracts';
import { addDays, bankDay, createOnce } from '@xs2a/service-kit';
import type { ConsentContext } from '../context.ts';
import { askedAccess } from '../model/access-models.ts';
import { consentContent } from '../model/approved-content.ts';
import type { Consent } from '../model/consent.ts';
import { accountConsents } from '../model/consent-kind.ts';
import { maskAccess } from './mask-card-numbers.ts';
import { newConsentRecord, startedConsent } from './new-consent-record.ts';
import { refusePastDays, refuseUnofferedReferences } from './refuse-request.ts';

/** Stores a consent as `received` and, where the start is implicit, starts its authorisation. */
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
  const access = maskAccess(body.access);
  const { rights, ...asked } = askedAccess(access, context.profile);
  if (!context.profile.consentModels.includes(asked.model)) {
    throw new Xs2aError('consentModelNotOffered', { path: 'access' });
  }
  refuseUnofferedReferences(context.profile, access);
  const approved = { ...asked, access, recurringIndicator: body.recurringIndicator, ...permittedUse(context, body) };
  return { ...(await newConsentRecord(context, request, consentContent({ ...approved, rights }))), ...approved };
}

/**
 * Validity and frequency within the limits of the profile: a later `validUntil` or more accesses are cut (decision 17).
 */
function permittedUse(
  { profile, now }: ConsentContext,
  { validUntil, frequencyPerDay, recurringIndicator }: RequestOf<typeof operation>['body'],
): { validUntil: string; frequencyPerDay: number } {
  const today = bankDay(now(), profile);
  refusePastDays({ validUntil }, today);
  if (!recurringIndicator && frequencyPerDay !== 1) {
    throw new Xs2aError('fieldInvalid', { path: 'frequencyPerDay', text: 'must be 1 for a one-off consent' });
  }
  const latest = addDays(today, profile.limits.consentDaysMax);
  return {
    validUntil: validUntil < latest ? validUntil : latest,
    frequencyPerDay: Math.min(frequencyPerDay, profile.limits.frequencyPerDayMax),
  };
}
