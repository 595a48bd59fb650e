import {
  ConsentStatus,
  chooseScaApproach,
  type createConsent,
  PsuData,
  type RequestOf,
  type ScaContent,
  type ScaContentOf,
  ScaOutcome,
  type ScaParent,
  ScaWishes,
  type StartedConsent,
  startAuthorisation,
  type Tpp,
} from '@xs2a/contracts';
import { bankDay, contentHashOf, createdAs, History, Outbox, type StoredCollection } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { z } from 'zod';
import type { ConsentRoom } from './room.ts';

const MS_PER_HOUR = 3_600_000;

/** What consents of every kind are made of: who asked, how they are authorised, how long they live. */
export const ConsentRecord = z.object({
  _id: z.string(),
  tppId: z.string(),
  tppName: z.string().optional(),
  requestId: z.string(),
  fingerprint: z.string(),
  consentStatus: ConsentStatus,
  /** The last day on which it may be used; left out where it has none. */
  validUntil: z.string().optional(),
  lastActionDate: z.string(),
  namedPsu: PsuData.optional(),
  wishes: ScaWishes,
  contentHash: z.string(),
  authorisations: z.array(z.object({ id: z.string(), outcome: ScaOutcome.optional() })),
  /** Until then it must be authorised. */
  authoriseUntil: z.date(),
  authorisedAt: z.date().optional(),
  psuId: z.string().optional(),
  corporateId: z.string().optional(),
  history: History,
  outbox: Outbox,
});
export type ConsentRecord = z.infer<typeof ConsentRecord>;

/** Indexes by which the jobs find what is over. */
export const TIDIED_UP = [
  { key: { validUntil: 1 }, name: 'to_expire', partialFilterExpression: { consentStatus: 'valid' } },
  { key: { authoriseUntil: 1 }, name: 'to_authorise', partialFilterExpression: { consentStatus: 'received' } },
] as const;

/** Index by which a PSU finds what it granted. */
export const OF_PSU = {
  key: { psuId: 1, authorisedAt: -1 },
  name: 'of_psu',
  partialFilterExpression: { psuId: { $exists: true } },
} as const;

/** One kind of consent: where it is kept, and what sca calls it. */
export interface ConsentKind<T extends ConsentRecord> {
  readonly parent: ScaParent['kind'];
  readonly stored: StoredCollection<T>;
  readonly collection: Collection<T>;
}

/** A new consent that nobody has authorised; `content` is what the PSU will be asked to approve. */
export function newRecord(
  { profile, now }: Pick<ConsentRoom, 'profile' | 'now'>,
  { tpp, requestId, fingerprint, psu, wishes }: Omit<RequestOf<typeof createConsent>, 'body'>,
  content: ScaContent,
): ConsentRecord {
  const at = now();
  return {
    _id: crypto.randomUUID(),
    tppId: tpp.id,
    ...(tpp.name !== undefined && { tppName: tpp.name }),
    requestId,
    fingerprint,
    consentStatus: 'received',
    lastActionDate: bankDay(at, profile),
    ...(psu && { namedPsu: psu }),
    wishes,
    contentHash: contentHashOf(content),
    authorisations: [{ id: crypto.randomUUID() }],
    authoriseUntil: new Date(at.getTime() + profile.limits.authorisationHours * MS_PER_HOUR),
    history: [createdAs('received', at, tpp, requestId)],
    outbox: [],
  };
}

/**
 * Starts the authorisation of a consent (implicit start). Its id is stored with the consent, so that the same request
 * repeated gets the same consent and the same authorisation.
 */
export async function startedConsent(
  { bus, profile }: Pick<ConsentRoom, 'bus' | 'profile'>,
  tpp: Tpp,
  consent: ConsentRecord,
  content: ScaContentOf<'consent' | 'fundsConsent'>,
): Promise<StartedConsent> {
  const [authorisation] = consent.authorisations;
  const scaApproach = chooseScaApproach(profile, consent.wishes, content) ?? 'REDIRECT';
  const started = await bus.ask(startAuthorisation, {
    tpp,
    authorisationId: authorisation?.id ?? '',
    parent: { kind: content.kind, id: consent._id },
    content,
    contentHash: consent.contentHash,
    psu: consent.namedPsu,
    wishes: consent.wishes,
    scaApproach,
  });
  const psuKnown = consent.namedPsu !== undefined;
  return { consentId: consent._id, consentStatus: 'received', scaApproach, psuKnown, authorisation: started };
}
