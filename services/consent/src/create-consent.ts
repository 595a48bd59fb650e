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
import { type AskedAccess, askedAccess, withoutCardNumbers } from './grants.ts';
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
  const { rights } = askedAccess(consent.access);
  const [authorisation] = consent.authorisations;
  const started = await room.bus.ask(startAuthorisation, {
    tpp: request.tpp,
    authorisationId: authorisation?.id ?? '',
    parent: { kind: 'consent', id: consent._id },
    content: contentOf({ ...consent, grants: requestedGrants(consent), rights }),
    contentHash: consent.contentHash,
    psu: consent.namedPsu,
    wishes: consent.wishes,
  });
  return { consentId: consent._id, consentStatus: 'received', authorisation: started };
}

/** What the PSU approves. */
function contentOf(consent: Approved): ScaContent {
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

function newConsent(
  room: ConsentRoom,
  { tpp, requestId, fingerprint, psu, wishes, body }: RequestOf<typeof operation>,
): Consent {
  if (body.combinedServiceIndicator) throw new Xs2aError('sessionsNotSupported', { path: 'combinedServiceIndicator' });
  const at = room.now();
  const { limits } = room.profile;
  const access = withoutCardNumbers(body.access);
  const { rights, ...asked } = askedAccess(access);
  if (!room.profile.consentModels.includes(asked.model))
    throw new Xs2aError('consentModelNotOffered', { path: 'access' });
  const approved = { ...asked, access, recurringIndicator: body.recurringIndicator, ...permittedSpan(room, body) };
  return {
    _id: crypto.randomUUID(),
    tppId: tpp.id,
    ...(tpp.name !== undefined && { tppName: tpp.name }),
    requestId,
    fingerprint,
    ...approved,
    consentStatus: 'received',
    lastActionDate: bankDay(at, room.profile),
    ...(psu && { namedPsu: psu }),
    wishes,
    contentHash: contentHashOf(contentOf({ ...approved, rights })),
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
