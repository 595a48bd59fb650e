import {
  type createConsent as operation,
  type RequestOf,
  refuseTogether,
  type StartedConsent,
  Xs2aError,
} from '@xs2a/contracts';
import { addDays, bankDay } from '@xs2a/service-kit';
import type { ConsentContext } from '../context.ts';
import { askedAccess } from '../model/access-models.ts';
import { consentContent } from '../model/approved-content.ts';
import type { Consent } from '../model/consent.ts';
import { accountConsents } from '../model/consent-kind.ts';
import { maskAccess } from './mask-card-numbers.ts';
import { newConsentRecord, startedConsent } from './new-consent-record.ts';
import { refusePastDays, refuseUnofferedModel, refuseUnofferedReferences } from './refuse-request.ts';
import { storeOnce } from './store-once.ts';

type Body = RequestOf<typeof operation>['body'];

/** Stores a consent as `received` and, with an implicit start, starts its authorisation. */
export async function createConsent(
  context: ConsentContext,
  request: RequestOf<typeof operation>,
): Promise<StartedConsent> {
  const consent = await storeOnce(context.consents, request, () => newConsent(context, request));
  const { validUntil, frequencyPerDay } = consent;
  const started = await startedConsent(context, request.tpp, accountConsents(context), consent);
  return { ...started, permittedUse: { validUntil, frequencyPerDay } };
}

async function newConsent(context: ConsentContext, request: RequestOf<typeof operation>): Promise<Consent> {
  const { body } = request;
  const access = maskAccess(body.access);
  refuseTogether(
    () => refuseSession(context, body),
    () => refuseUnofferedModel(context.profile, askedAccess(access, context.profile)),
    () => refuseUnofferedReferences(context.profile, body.access),
    () => refuseUnfitUse(context, body),
  );
  const { rights, ...asked } = askedAccess(access, context.profile);
  const approved = { ...asked, access, recurringIndicator: body.recurringIndicator, ...permittedUse(context, body) };
  const session = body.combinedServiceIndicator && { combinedServiceIndicator: true as const };
  const content = consentContent({ ...approved, rights, ...session });
  return { ...(await newConsentRecord(context, request, content)), ...approved, ...session };
}

function refuseSession({ profile }: ConsentContext, { combinedServiceIndicator }: Body): void {
  if (combinedServiceIndicator && !profile.combinedService) {
    const text = 'must be false or left out: this bank has no sessions of account information and payments';
    throw new Xs2aError('sessionsNotSupported', { path: 'combinedServiceIndicator', text });
  }
}

function refuseUnfitUse(
  { profile, now }: ConsentContext,
  { validUntil, frequencyPerDay, recurringIndicator }: Body,
): void {
  refuseTogether(
    () => refusePastDays({ validUntil }, bankDay(now(), profile)),
    () => {
      if (recurringIndicator || frequencyPerDay === 1) return;
      const text = 'must be 1 for a one-off consent (recurringIndicator false)';
      throw new Xs2aError('fieldInvalid', { path: 'frequencyPerDay', text });
    },
  );
}

/**
 * Returns validity and frequency within the limits of the profile: a later `validUntil` or a higher frequency is reduced
 * (decision 17), and the gateway adds a warning.
 */
function permittedUse(
  { profile, now }: ConsentContext,
  { validUntil, frequencyPerDay }: Body,
): { validUntil: string; frequencyPerDay: number } {
  const today = bankDay(now(), profile);
  const latest = addDays(today, profile.limits.consentDaysMax);
  return {
    validUntil: validUntil < latest ? validUntil : latest,
    frequencyPerDay: Math.min(frequencyPerDay, profile.limits.frequencyPerDayMax),
  };
}
