import {
  type ConsentView,
  type listConsentAuthorisations,
  type ReplyOf,
  type readConsentStatus as statusOperation,
  Xs2aError,
} from '@xs2a/contracts';
import type { WithId } from 'mongodb';
import { type Consent, viewOf } from './consent.ts';
import { effectiveStatus } from './effective-status.ts';
import type { ConsentRoom } from './room.ts';

const STATUS_FIELDS = ['consentStatus', 'validUntil', 'recurringIndicator', 'authorisedAt'] as const;

/** A consent as its TPP addresses it. */
export interface Addressed {
  readonly tpp: { readonly id: string };
  readonly consentId: string;
}

/** The consent that a TPP addresses in a path; foreign and unknown are one answer (field guide, decided 1). */
export async function findAddressed(
  room: ConsentRoom,
  { tpp, consentId }: Addressed,
  fields?: readonly (keyof Consent)[],
): Promise<WithId<Consent>> {
  const projection = fields && Object.fromEntries(fields.map((field) => [field, 1]));
  const consent = await room.consents.findOne({ _id: consentId, tppId: tpp.id }, projection && { projection });
  if (consent === null) throw new Xs2aError('consentIdPathUnknown');
  return consent;
}

export async function readConsent(room: ConsentRoom, addressed: Addressed): Promise<ConsentView> {
  const consent = await findAddressed(room, addressed);
  return viewOf(consent, effectiveStatus(consent, room.now(), room.profile));
}

/** Answers in every status, the negative ones too (field guide 1.1). */
export async function readConsentStatus(
  room: ConsentRoom,
  addressed: Addressed,
): Promise<ReplyOf<typeof statusOperation>> {
  const consent = await findAddressed(room, addressed, STATUS_FIELDS);
  return { consentStatus: effectiveStatus(consent, room.now(), room.profile) };
}

export async function listAuthorisations(
  room: ConsentRoom,
  addressed: Addressed,
): Promise<ReplyOf<typeof listConsentAuthorisations>> {
  const { authorisations } = await findAddressed(room, addressed, ['authorisations']);
  return { authorisationIds: authorisations.map(({ id }) => id) };
}
