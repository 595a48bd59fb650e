import {
  ConsentStatus,
  type createConsent,
  leaveBasket,
  type RequestOf,
  type ScaContent,
  type ScaContentOf,
  type ScaParent,
  type StartedConsent,
  type Tpp,
} from '@xs2a/contracts';
import {
  bankDay,
  beginApprovals,
  begunSca,
  contentHashOf,
  createdAs,
  History,
  Notices,
  Outbox,
  type OutboxEntry,
  outboxEntry,
  SIGNED,
  type StoredCollection,
  type Told,
} from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { z } from 'zod';
import type { ConsentContext } from '../context.ts';

const MS_PER_HOUR = 3_600_000;

/** What consents of every kind are made of: who asked, how they are authorised, how long they live. */
export const ConsentRecord = z.object({
  _id: z.string(),
  ...SIGNED,
  tppName: z.string().optional(),
  consentStatus: ConsentStatus,
  /** The last day on which it may be used; left out where it has none. */
  validUntil: z.string().optional(),
  lastActionDate: z.string(),
  /** Until then it must be authorised. */
  authoriseUntil: z.date(),
  /** When the last PSU needed approved it. */
  authorisedAt: z.date().optional(),
  /** The last of those who approved it. */
  psuId: z.string().optional(),
  corporateId: z.string().optional(),
  /** The signing basket that it is in: nothing authorises it alone meanwhile (field guide 3.6). */
  basketId: z.string().optional(),
  history: History,
  outbox: Outbox,
  notices: Notices,
});
export type ConsentRecord = z.infer<typeof ConsentRecord>;

/** Statuses in which it waits to be authorised. */
export const WAITING = ['received', 'partiallyAuthorised'] as const satisfies readonly ConsentStatus[];

/** Indexes by which the jobs find what is over. */
export const TIDIED_UP = [
  { key: { validUntil: 1 }, name: 'to_expire', partialFilterExpression: { consentStatus: 'valid' } },
  {
    key: { authoriseUntil: 1 },
    name: 'window_open',
    partialFilterExpression: { consentStatus: { $in: [...WAITING] } },
  },
] as const;

/** What a basket is told when a consent in it ends alone. */
export function leaving({ _id, basketId }: ConsentRecord, at: Date): OutboxEntry[] {
  return basketId === undefined ? [] : [outboxEntry(leaveBasket, { basketId, consentId: _id }, at)];
}

/** The TPP that wants to be told of a consent. */
export function toldOfConsent(
  kind: 'consent' | 'fundsConsent',
  { _id, tppId, wishes: { notification: wish } }: ConsentRecord,
): Told | undefined {
  return wish && { tppId, wish, parent: { kind, id: _id } };
}

/** Index by which a PSU finds what it granted, alone or with others. */
export const OF_PSU = {
  key: { signedBy: 1, authorisedAt: -1 },
  name: 'of_signer',
  partialFilterExpression: { authorisedAt: { $exists: true } },
} as const;

/** One kind of consent: where it is kept, and what sca calls it. */
export interface ConsentKind<T extends ConsentRecord> {
  readonly parent: 'consent' | 'fundsConsent';
  readonly stored: StoredCollection<T>;
  readonly collection: Collection<T>;
  /** What a PSU approves: as the TPP asked for it, or with the accounts that a PSU before it named. */
  contentOf(consent: T, accounts: 'asked' | 'named'): ScaContentOf<'consent' | 'fundsConsent'>;
}

/** A new consent that nobody has authorised; `content` is what the PSU will be asked to approve. */
export async function newRecord(
  context: ConsentContext,
  { tpp, requestId, fingerprint, psu, wishes }: Omit<RequestOf<typeof createConsent>, 'body'>,
  content: ScaContent,
): Promise<ConsentRecord> {
  const { profile } = context;
  const at = context.now();
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
    ...(await beginApprovals(context, { requestId, fingerprint, psu, wishes }, content)),
    authoriseUntil: new Date(at.getTime() + profile.limits.authorisationHours * MS_PER_HOUR),
    history: [createdAs('received', at, tpp, requestId)],
    outbox: [],
  };
}

/** What the creator of a consent is told; the same request repeated gets the same consent and authorisation. */
export async function startedConsent<T extends ConsentRecord>(
  context: ConsentContext,
  tpp: Tpp,
  kind: ConsentKind<T>,
  consent: T,
): Promise<StartedConsent> {
  const parent: ScaParent = { kind: kind.parent, id: consent._id };
  const begun = await begunSca(context, tpp, consent, { parent, content: kind.contentOf(consent, 'asked') });
  return { consentId: consent._id, consentStatus: 'received', ...begun };
}
