import { APPROVABLE_FIELDS } from '@xs2a/approvals';
import { CONSENT_STATUS_MACHINE, ConsentStatus, finalStatuses } from '@xs2a/contracts';
import { History, Notices, type NotificationTarget, Outbox, type Retained } from '@xs2a/service-kit';
import { z } from 'zod';

/** Fields of both kinds of consent: requester, authorisation, validity. */
export const ConsentRecord = z.object({
  _id: z.string(),
  ...APPROVABLE_FIELDS,
  tppName: z.string().optional(),
  consentStatus: ConsentStatus,
  /** The last day on which it may be used; absent if there is none. */
  validUntil: z.string().optional(),
  lastActionDate: z.string(),
  /** Time limit by which all PSUs must authorise it. In documents of earlier versions it may be later than the end of `validUntil`. */
  authoriseUntil: z.date(),
  /** Time of the last approval needed. */
  authorisedAt: z.date().optional(),
  /** The last PSU that approved it. */
  psuId: z.string().optional(),
  corporateId: z.string().optional(),
  /**
   * The signing basket that holds it. While it is set, the consent is authorised only with its basket (decision 23).
   */
  basketId: z.string().optional(),
  history: History,
  outbox: Outbox,
  notices: Notices,
});
export type ConsentRecord = z.infer<typeof ConsentRecord>;

/** Statuses in which a consent can still be authorised. */
export const AUTHORISABLE_STATUSES = ['received', 'partiallyAuthorised'] as const satisfies readonly ConsentStatus[];

export function isAuthorisable(status: ConsentStatus): boolean {
  return AUTHORISABLE_STATUSES.some((authorisable) => authorisable === status);
}

/** Indexes by which the jobs find consents that have expired or were not authorised in time. */
export const ENDING_INDEXES = [
  { key: { validUntil: 1 }, name: 'to_expire', partialFilterExpression: { consentStatus: 'valid' } },
  {
    key: { authoriseUntil: 1 },
    name: 'window_open',
    partialFilterExpression: { consentStatus: { $in: [...AUTHORISABLE_STATUSES] } },
  },
] as const;

/** Consents that have ended are deleted after their term. */
export const RETAINED_CONSENT: Retained = {
  setting: 'consentDays',
  ended: { consentStatus: { $in: finalStatuses(CONSENT_STATUS_MACHINE) } },
};

/** Index by which the dashboard finds what a PSU granted, alone or with others. */
export const SIGNER_INDEX = {
  key: { signedBy: 1, authorisedAt: -1 },
  name: 'of_signer',
  partialFilterExpression: { authorisedAt: { $exists: true } },
} as const;

/** Returns the TPP to notify of a consent's status; undefined if it did not request notifications. */
export function notificationTarget(
  kind: 'consent' | 'fundsConsent',
  { _id, tppId, wishes: { notification: wish } }: ConsentRecord,
): NotificationTarget | undefined {
  return wish && { tppId, wish, parent: { kind, id: _id } };
}
