import {
  type ConsentView,
  type listConsentAuthorisations,
  type ReplyOf,
  type readConsentStatus as statusOperation,
  Xs2aError,
} from '@xs2a/contracts';
import type { WithId } from 'mongodb';
import { type Consent, viewOf } from './consent.ts';
import type { ConsentRoom } from './room.ts';

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
  return viewOf(await findAddressed(room, addressed));
}

/** Answers in every status, the negative ones too (field guide 1.1). */
export async function readConsentStatus(
  room: ConsentRoom,
  addressed: Addressed,
): Promise<ReplyOf<typeof statusOperation>> {
  const { consentStatus } = await findAddressed(room, addressed, ['consentStatus']);
  return { consentStatus };
}

export async function listAuthorisations(
  room: ConsentRoom,
  addressed: Addressed,
): Promise<ReplyOf<typeof listConsentAuthorisations>> {
  const { authorisations } = await findAddressed(room, addressed, ['authorisations']);
  return { authorisationIds: authorisations.map(({ id }) => id) };
}
