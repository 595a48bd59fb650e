import { contentHashOf, initialApprovals, startSca } from '@xs2a/approvals';
import type { createConsent, RequestOf, ScaContentOf, ScaParent, StartedConsent, Tpp } from '@xs2a/contracts';
import { addDays, bankDay, createdEntry, startOfDay } from '@xs2a/service-kit';
import type { ConsentContext } from '../context.ts';
import type { ConsentKind } from '../model/consent-kind.ts';
import type { ConsentRecord } from '../model/consent-record.ts';

const MS_PER_HOUR = 3_600_000;

/** Returns a new consent without any authorisation. `content` is the content that the PSU will be asked to approve. */
export async function newConsentRecord(
  context: ConsentContext,
  { tpp, requestId, fingerprint, psu, wishes }: Omit<RequestOf<typeof createConsent>, 'body'>,
  content: ScaContentOf<'consent' | 'fundsConsent'>,
): Promise<ConsentRecord> {
  const { profile } = context;
  const at = context.now();
  const id = crypto.randomUUID();
  return {
    _id: id,
    tppId: tpp.id,
    ...(tpp.name !== undefined && { tppName: tpp.name }),
    requestId,
    fingerprint,
    consentStatus: 'received',
    lastActionDate: bankDay(at, profile),
    ...(psu && { namedPsu: psu }),
    wishes,
    contentHash: contentHashOf(content),
    ...(await initialApprovals(context, { tpp, requestId, fingerprint, psu, wishes }, content, { id })),
    authoriseUntil: endOfWindow(context, content, at),
    history: [createdEntry('received', at, tpp, requestId)],
    outbox: [],
  };
}

/** Returns the end of the time to authorise: some hours after the creation, and not after the last day. */
function endOfWindow(
  { profile }: Pick<ConsentContext, 'profile'>,
  { validUntil }: Pick<ScaContentOf<'consent' | 'fundsConsent'>, 'validUntil'>,
  at: Date,
): Date {
  const end = new Date(at.getTime() + profile.limits.authorisationHours * MS_PER_HOUR);
  if (validUntil === undefined || validUntil >= bankDay(end, profile)) return end;
  return startOfDay(addDays(validUntil, 1), profile);
}

/** Returns the reply to the creation of a consent. A repeated request gets the same consent and authorisation. */
export async function startedConsent<T extends ConsentRecord>(
  context: ConsentContext,
  tpp: Tpp,
  kind: ConsentKind<T>,
  consent: T,
): Promise<StartedConsent> {
  const parent: ScaParent = { kind: kind.parent, id: consent._id };
  const started = await startSca(context, tpp, consent, { parent, content: kind.contentOf(consent, 'asked') });
  return { consentId: consent._id, consentStatus: 'received', ...started };
}
