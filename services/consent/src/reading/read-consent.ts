import {
  type ConsentView,
  type listConsentAuthorisations,
  type ReplyOf,
  type readConsentStatus as statusOperation,
  Xs2aError,
} from '@xs2a/contracts';
import { listedAuthorisations } from '@xs2a/service-kit';
import type { Collection, Filter } from 'mongodb';
import type { ConsentContext } from '../context.ts';
import { viewOf } from '../model/consent.ts';
import type { ConsentRecord } from '../model/consent-record.ts';
import { effectiveStatus } from '../model/effective-status.ts';

const STATUS_FIELDS = ['consentStatus', 'validUntil', 'recurringIndicator', 'authorisedAt'];

/** A consent as its TPP addresses it. */
export interface Addressed {
  readonly tpp: { readonly id: string };
  readonly consentId: string;
}

/**
 * The consent that a TPP addresses in a path; foreign and unknown are one answer (field guide, decided 1). Found by its id
 * alone, which MongoDB answers without making a plan; whose it is is compared here.
 */
export async function findAddressed<T extends ConsentRecord>(
  consents: Collection<T>,
  { tpp, consentId }: Addressed,
  fields?: readonly string[],
): Promise<T> {
  const projection = fields && Object.fromEntries(['tppId', ...fields].map((field) => [field, 1]));
  const consent = await consents.findOne<T>({ _id: consentId } as Filter<T>, projection && { projection });
  if (consent?.tppId !== tpp.id) throw new Xs2aError('consentIdPathUnknown');
  return consent;
}

export async function readConsent(context: ConsentContext, addressed: Addressed): Promise<ConsentView> {
  const consent = await findAddressed(context.consents, addressed);
  return viewOf(consent, effectiveStatus(consent, context.now(), context.profile));
}

/** Answers in every status, the negative ones too (field guide 1.1). */
export async function readConsentStatus<T extends ConsentRecord>(
  { now, profile }: Pick<ConsentContext, 'now' | 'profile'>,
  consents: Collection<T>,
  addressed: Addressed,
): Promise<ReplyOf<typeof statusOperation>> {
  const consent = await findAddressed(consents, addressed, STATUS_FIELDS);
  return { consentStatus: effectiveStatus(consent, now(), profile) };
}

export async function listAuthorisations<T extends ConsentRecord>(
  { bus }: Pick<ConsentContext, 'bus'>,
  consents: Collection<T>,
  addressed: Addressed,
): Promise<ReplyOf<typeof listConsentAuthorisations>> {
  const { authorisations } = await findAddressed(consents, addressed, ['authorisations']);
  return listedAuthorisations(bus, authorisations);
}
