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
import { refusePast } from './effective-status.ts';
import { type AskedAccess, askedAccess, withoutCardNumbers } from './grants.ts';
import type { ConsentRoom } from './room.ts';

/** Stores a consent as `received` and starts its authorisation. */
export async function createConsent(room: ConsentRoom, request: RequestOf<typeof operation>): Promise<StartedConsent> {
  const { document: consent } = await createOnce(room.consents, newConsent(room, request));
  const { rights } = askedAccess(consent.access);
  const content = contentOf({ ...consent, grants: requestedGrants(consent), rights });
  return startedConsent(room, request.tpp, consent, content);
}

/** What the PSU approves. */
function contentOf(consent: Approved): ScaContentOf<'consent'> {
  const { model, grants, rights, access, recurringIndicator, validUntil, frequencyPerDay } = consent;
  const { restrictedTo } = access;
  const scope = { model, grants, rights, ...(restrictedTo && { restrictedTo }) };
  return { kind: 'consent', ...scope, recurring: recurringIndicator, validUntil, frequencyPerDay };
}

type Approved = Pick<Consent, 'access' | 'recurringIndicator' | 'validUntil' | 'frequencyPerDay'> & AskedAccess;

/** The grants as the TPP named them: what an approval named since is no part of the request. */
function requestedGrants({ model, grants }: Consent): Consent['grants'] {
  return model === 'detailed' ? grants : [];
}

function newConsent(room: ConsentRoom, request: RequestOf<typeof operation>): Consent {
  const { body } = request;
  if (body.combinedServiceIndicator) throw new Xs2aError('sessionsNotSupported', { path: 'combinedServiceIndicator' });
  const access = withoutCardNumbers(body.access);
  const { rights, ...asked } = askedAccess(access);
  if (!room.profile.consentModels.includes(asked.model))
    throw new Xs2aError('consentModelNotOffered', { path: 'access' });
  const approved = { ...asked, access, recurringIndicator: body.recurringIndicator, ...permittedSpan(room, body) };
  return { ...newRecord(room, request, contentOf({ ...approved, rights })), ...approved };
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
