import type {
  HeldAuthorisation,
  HoldingKind,
  handOverConsentAuthorisation as operation,
  ReplyOf,
  RequestOf,
  ScaContent,
  ScaParent,
} from '@xs2a/contracts';
import { findById, type HistoryEntry, retryOnConflict } from '@xs2a/service-kit';
import type { Collection, Document, Filter, UpdateFilter } from 'mongodb';
import type { Approvable, StartedAuthorisation } from './approvals.ts';
import type { HeldLinks } from './held-links.ts';

type Request = RequestOf<typeof operation>;
type Reply = ReplyOf<typeof operation>;
type Held = StartedAuthorisation & { linkKey: string };

/** A resource that holds its first authorisation, as defined by its owner. */
export interface Holding<T extends Approvable & Document> {
  readonly collection: Collection<T>;
  readonly statusField: keyof T & string;
  /** Statuses in which it can be authorised. */
  readonly openStatuses: readonly string[];
  parentOf(document: T): ScaParent;
  contentOf(document: T): ScaContent;
}

/**
 * Hands over to sca an authorisation that was stored with its parent, and records this once sca takes it (decision 64). That
 * record and the end of the parent exclude each other: either sca is informed of the end, or sca finds that the parent has ended.
 * May be repeated: the reply is the same until the authorisation is settled.
 */
export function handOver<T extends Approvable & Document & { history: HistoryEntry[]; authoriseUntil: Date }>(
  links: HeldLinks,
  { parent: { kind, id }, by, take }: Request,
  holding: Holding<T>,
): Promise<Reply> {
  const { collection, statusField } = holding;
  return retryOnConflict(async () => {
    const document = await findById<T>(collection, id);
    const held = document?.authorisations.find(isHeld);
    if (document === null || held === undefined || held.outcome !== undefined) return {};
    const holder = { kind: kind as HoldingKind, id };
    const isMeant =
      'redirectReference' in by
        ? links.fits(by.redirectReference, holder, held.linkKey)
        : by.authorisationId === held.id && (by.tppId === undefined || by.tppId === document.tppId);
    if (!isMeant) return {};
    const endedAt = held.abandonedAt?.toISOString() ?? endOf(document, holding);
    if (take && endedAt === undefined && !held.handedOver) {
      const path = `authorisations.${document.authorisations.indexOf(held)}`;
      const { matchedCount } = await collection.updateOne(
        {
          _id: id,
          [statusField]: document[statusField],
          [`${path}.id`]: held.id,
          [`${path}.abandonedAt`]: { $exists: false },
        } as unknown as Filter<T>,
        { $set: { [`${path}.handedOver`]: true } } as unknown as UpdateFilter<T>,
      );
      if (matchedCount === 0) return null;
    }
    const redirectReference = links.referenceOf(holder, held.linkKey);
    return { authorisation: { ...describe(document, held, holding), redirectReference, ...(endedAt && { endedAt }) } };
  });
}

function isHeld(started: StartedAuthorisation): started is Held {
  return started.linkKey !== undefined;
}

/** Time when the parent left the statuses in which it can be authorised. An older version of its owner records no more than that. */
function endOf<T extends Approvable & Document & { history: HistoryEntry[] }>(
  document: T,
  { statusField, openStatuses }: Holding<T>,
): string | undefined {
  if (openStatuses.includes(String(document[statusField]))) return undefined;
  return document.history.find(({ to }) => !openStatuses.includes(to))?.at.toISOString();
}

function describe<T extends Approvable & Document & { history: HistoryEntry[]; authoriseUntil: Date }>(
  document: T,
  { id, tppName }: Held,
  holding: Holding<T>,
): Omit<HeldAuthorisation, 'redirectReference' | 'endedAt'> {
  const { tppId, namedPsu, wishes, contentHash, authoriseUntil, history } = document;
  const [created] = history;
  if (created === undefined) throw new Error('a resource without a history');
  const { at, requestId, traceId, certificate } = created;
  return {
    authorisationId: id,
    tppId,
    ...(tppName !== undefined && { tppName }),
    parent: holding.parentOf(document),
    content: holding.contentOf(document),
    contentHash,
    ...(namedPsu && { psu: namedPsu }),
    wishes,
    scaApproach: 'REDIRECT',
    startedAt: at.toISOString(),
    openUntil: authoriseUntil.toISOString(),
    requestId,
    ...(traceId !== undefined && { traceId }),
    ...(certificate !== undefined && { certificate }),
  };
}
