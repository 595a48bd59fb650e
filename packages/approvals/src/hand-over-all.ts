import { type HoldingKind, takeAuthorisation } from '@xs2a/contracts';
import type { Bus, Clock } from '@xs2a/service-kit';
import type { Collection, Document, Filter } from 'mongodb';
import type { Approvable } from './approvals.ts';
import type { HeldLinks } from './held-links.ts';

/** Maximum number of authorisations that sca accepts at once. */
const BATCH = 10;

type Found = Pick<Approvable, 'authorisations'> & { readonly _id: string };

/** A kind of resource that holds authorisations. */
export interface HoldingCollection<T extends Document> {
  readonly kind: HoldingKind;
  readonly collection: Collection<T>;
  readonly statusField: string;
  readonly openStatuses: readonly string[];
}

/**
 * An older version of sca does not know the authorisations held here. Newer replicas take over all of them, the newest first,
 * because those links will be opened soon (decision 64). Ends if no such replica answers.
 */
export async function handOverAll<T extends Approvable & Document>(
  { bus, now }: { readonly bus: Bus; readonly now: Clock },
  { kind, collection, statusField, openStatuses }: HoldingCollection<T>,
): Promise<void> {
  const held = {
    [statusField]: { $in: [...openStatuses] },
    authoriseUntil: { $gt: now() },
    authorisations: {
      $elemMatch: { linkKey: { $exists: true }, handedOver: { $exists: false }, abandonedAt: { $exists: false } },
    },
  };
  const found = collection
    .find<Found>(held as unknown as Filter<T>, { projection: { authorisations: 1 } })
    .sort({ authoriseUntil: -1 });
  let batch: Promise<unknown>[] = [];
  for await (const { _id, authorisations } of found) {
    const { id } = authorisations.find(({ linkKey }) => linkKey !== undefined) ?? {};
    if (id === undefined) continue;
    batch.push(bus.askOnce(takeAuthorisation, { parent: { kind, id: _id }, authorisationId: id }));
    if (batch.length < BATCH) continue;
    await Promise.all(batch);
    batch = [];
  }
  await Promise.all(batch);
}

/** Hands over held authorisations whenever an older version of sca is heard for the first time. */
export function handOverToNewerSca(links: HeldLinks, all: () => Promise<unknown>): void {
  links.whenScaCannot(() => {
    // No replica can take them over; the next one that is heard is asked again.
    all().catch(() => undefined);
  });
}
