import { type Settlement, Xs2aError } from '@xs2a/contracts';
import { retryOnConflict } from '@xs2a/service-kit';
import type { Collection, Document, Filter, UpdateFilter } from 'mongodb';
import type { Approvals } from './approvals.ts';
import { countSettlement, type Tally } from './count-settlement.ts';

/** A resource with authorisations to settle, as defined by its owner. Writes return null if another writer was first. */
export interface Settleable<T extends Document> {
  readonly collection: Collection<T>;
  /** Field with the approvals; default: the document itself. */
  readonly within?: string;
  /** Undefined if there was nothing to approve. */
  approvalsOf(document: T): (Approvals & { contentHash?: string | undefined }) | undefined;
  /** False if the resource has ended otherwise. It is not changed. */
  isOpen(document: T): boolean;
  /** False if an approval has no effect now. Its outcome is stored all the same. */
  counts(document: T): boolean;
  /** Further conditions for storing the outcome. */
  guardOf?(document: T): Record<string, unknown>;
  refuse(document: T, tally: Tally): Promise<T | null>;
  /** `notCounted` if the approval turned out to be too late. */
  approve(document: T, event: 'partlyAuthorised' | 'authorised', tally: Tally): Promise<T | 'notCounted' | null>;
}

/**
 * Settles an authorisation that sca reports as ended; idempotent by the authorisation's id. Each PSU counts once; the first
 * refusal refuses the resource. `moved` says whether the document changed, so that its messages are delivered. `reply` says
 * whether the approval counts, also in a repetition.
 */
export function settleApproval<T extends Document>(
  settlement: Settlement,
  settleable: Settleable<T>,
): Promise<{ document: T; moved: boolean; reply: { counted?: boolean } }> {
  const { collection, within } = settleable;
  return retryOnConflict(async () => {
    const found = (await collection.findOne({ _id: settlement.parent.id } as unknown as Filter<T>)) as T | null;
    const approvals = found && settleable.approvalsOf(found);
    if (!found || !approvals) throw new Xs2aError('authorisationUnknown');
    const document = await move(settleable, found, countSettlement(approvals, settlement, within));
    return document && { document, moved: document !== found, reply: replyOf(settleable, document, settlement) };
  }, 'serviceUnavailable');
}

function replyOf<T extends Document>(
  settleable: Settleable<T>,
  document: T,
  { outcome, psu }: Settlement,
): { counted?: boolean } {
  if (outcome === 'failed' || psu === undefined) return {};
  return { counted: settleable.approvalsOf(document)?.signedBy.includes(psu.psuId) ?? false };
}

async function move<T extends Document>(settleable: Settleable<T>, document: T, counted: Tally): Promise<T | null> {
  const { verdict } = counted;
  if (verdict === 'settledBefore' || !settleable.isOpen(document)) return document;
  if (verdict === 'refused') return settleable.refuse(document, counted);
  if (verdict === 'notCounted' || !settleable.counts(document)) return storeOutcome(settleable, document, counted);
  const approved = await settleable.approve(document, verdict, counted);
  return approved === 'notCounted' ? storeOutcome(settleable, document, counted) : approved;
}

async function storeOutcome<T extends Document>(
  settleable: Settleable<T>,
  document: T,
  { where, outcome }: Tally,
): Promise<T | null> {
  const filter = { ...settleable.guardOf?.(document), ...where, _id: document['_id'] } as unknown as Filter<T>;
  const update = { $set: outcome } as unknown as UpdateFilter<T>;
  return (await settleable.collection.findOneAndUpdate(filter, update, { returnDocument: 'after' })) as T | null;
}
