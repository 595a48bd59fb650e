import {
  type createConsent as operation,
  type RequestOf,
  type ScaContentOf,
  type StartedConsent,
  Xs2aError,
} from '@xs2a/contracts';
import { addDays, bankDay, createOnce } from '@xs2a/service-kit';
import type { Consent } from './consent.ts';
import { newRecord, startedConsent } from './consent-record.ts';
import { grantsOf, withoutCardNumbers } from './grants.ts';
import { refusePast } from './permitted-days.ts';
import type { ConsentRoom } from './room.ts';

/** Stores a consent as `received` and starts its authorisation. */
export async function createConsent(room: ConsentRoom, request: RequestOf<typeof operation>): Promise<StartedConsent> {
  const { document: consent } = await createOnce(room.consents, newConsent(room, request));
  return startedConsent(room, request.tpp, consent, contentOf(consent));
}

/** What the PSU approves. */
function contentOf({
  grants,
  recurringIndicator,
  validUntil,
  frequencyPerDay,
}: Pick<Consent, 'grants' | 'recurringIndicator' | 'validUntil' | 'frequencyPerDay'>): ScaContentOf<'consent'> {
  return { kind: 'consent', grants, recurring: recurringIndicator, validUntil, frequencyPerDay };
}

function newConsent(room: ConsentRoom, request: RequestOf<typeof operation>): Consent {
  const { body } = request;
  if (body.combinedServiceIndicator) throw new Xs2aError('sessionsNotSupported', { path: 'combinedServiceIndicator' });
  const access = withoutCardNumbers(body.access);
  const approved = {
    grants: grantsOf(access),
    recurringIndicator: body.recurringIndicator,
    ...permittedSpan(room, body),
  };
  return { ...newRecord(room, request, contentOf(approved)), access, ...approved };
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
