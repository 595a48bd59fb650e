import {
  type createConsent as operation,
  type ReplyOf,
  type RequestOf,
  type ScaContent,
  startAuthorisation,
  Xs2aError,
} from '@xs2a/contracts';
import { addDays, bankDay, contentHashOf, createdAs, createOnce } from '@xs2a/service-kit';
import type { Consent } from './consent.ts';
import { grantsOf, withoutCardNumbers } from './grants.ts';
import type { ConsentRoom } from './room.ts';

const MS_PER_HOUR = 3_600_000;

/**
 * Stores a consent as `received` and starts its authorisation (implicit start). The authorisation's id is stored with
 * the consent, so that the same request repeated gets the same consent and the same authorisation.
 */
export async function createConsent(
  room: ConsentRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { document: consent } = await createOnce(room.consents, newConsent(room, request));
  const [authorisation] = consent.authorisations;
  const started = await room.bus.ask(startAuthorisation, {
    tpp: request.tpp,
    authorisationId: authorisation?.id ?? '',
    parent: { kind: 'consent', id: consent._id },
    content: contentOf(consent),
    contentHash: consent.contentHash,
    psu: consent.namedPsu,
    wishes: consent.wishes,
  });
  return { consentId: consent._id, consentStatus: 'received', authorisation: started };
}

/** What the PSU approves. */
function contentOf(consent: Pick<Consent, 'grants' | 'recurringIndicator' | 'validUntil' | 'frequencyPerDay'>): ScaContent {
  const { grants, recurringIndicator, validUntil, frequencyPerDay } = consent;
  return { kind: 'consent', grants, recurring: recurringIndicator, validUntil, frequencyPerDay };
}

function newConsent(room: ConsentRoom, { tpp, requestId, fingerprint, psu, wishes, body }: RequestOf<typeof operation>): Consent {
  if (body.combinedServiceIndicator) throw new Xs2aError('sessionsNotSupported', { path: 'combinedServiceIndicator' });
  const at = room.now();
  const { limits } = room.profile;
  const access = withoutCardNumbers(body.access);
  const approved = {
    grants: grantsOf(access),
    recurringIndicator: body.recurringIndicator,
    ...permittedSpan(room, body),
  };
  return {
    _id: crypto.randomUUID(),
    tppId: tpp.id,
    ...(tpp.name !== undefined && { tppName: tpp.name }),
    requestId,
    fingerprint,
    access,
    ...approved,
    consentStatus: 'received',
    lastActionDate: bankDay(at, room.profile),
    ...(psu && { namedPsu: psu }),
    wishes,
    contentHash: contentHashOf(contentOf(approved)),
    authorisations: [{ id: crypto.randomUUID() }],
    authoriseUntil: new Date(at.getTime() + limits.authorisationHours * MS_PER_HOUR),
    history: [createdAs('received', at, tpp.id, requestId)],
    outbox: [],
  };
}

/** Validity and frequency as the bank permits them: a longer or more frequent wish is cut (field guide 7.1). */
function permittedSpan(
  { profile, now }: ConsentRoom,
  { validUntil, frequencyPerDay, recurringIndicator }: RequestOf<typeof operation>['body'],
): { validUntil: string; frequencyPerDay: number } {
  const today = bankDay(now(), profile);
  if (validUntil < today) throw new Xs2aError('fieldInvalid', { path: 'validUntil', text: 'must not be in the past' });
  if (!recurringIndicator && frequencyPerDay !== 1) {
    throw new Xs2aError('fieldInvalid', { path: 'frequencyPerDay', text: 'must be 1 for a one-off consent' });
  }
  const latest = addDays(today, profile.limits.consentDaysMax);
  return {
    validUntil: validUntil < latest ? validUntil : latest,
    frequencyPerDay: Math.min(frequencyPerDay, profile.limits.frequencyPerDayMax),
  };
}
