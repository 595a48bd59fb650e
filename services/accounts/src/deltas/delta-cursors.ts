import { findById } from '@xs2a/service-kit';
import type { ConsentedAccount } from '../access/find-consented-account.ts';
import type { AccountsContext } from '../context.ts';
import { sourcesOf } from '../model/account.ts';
import { type DeltaCursor, deltaCursorId } from '../model/delta-cursor.ts';
import { BY_ARRIVAL, type KnownTransaction, List } from '../model/transaction.ts';
import type { PagedRange, Range } from '../transactions/transaction-page.ts';

/** Of an entry what a cursor is moved by. */
type Reported = Pick<KnownTransaction, 'bankAccountId' | 'bookingStatus' | 'sequence'>;
type Sequences = Partial<Record<List, number>>;

/** How far earlier reports of the account to this TPP have come, by list and source. */
export async function readDeltaCursors(
  { deltaCursors }: AccountsContext,
  tppId: string,
  consented: ConsentedAccount,
  lists: readonly List[],
): Promise<NonNullable<Range['after']>> {
  const after: NonNullable<Range['after']> = {};
  const sourceOf = new Map(
    sourcesOf(consented.account).map((source) => [deltaCursorId(tppId, consented, source), source]),
  );
  for (const { _id, ...reported } of await deltaCursors.find({ _id: { $in: [...sourceOf.keys()] } }).toArray()) {
    const source = sourceOf.get(_id);
    for (const list of lists) {
      const sequence = reported[list];
      if (source !== undefined && sequence !== undefined) after[list] = { ...after[list], [source]: sequence };
    }
  }
  return after;
}

/**
 * The latest entry in the range of each sub-account of an aggregated account; the first page of the merged list need not
 * hold one of each. Read before the page is: an entry that arrives in between is reported twice rather than never.
 */
export async function findLatestOfSources(
  { transactions }: Pick<AccountsContext, 'transactions'>,
  { sources, range: { lists, from, to } }: Pick<PagedRange, 'sources' | 'range'>,
): Promise<Reported[]> {
  if (sources.length === 1) return [];
  const asked = sources.flatMap((bankAccountId) => lists.map((bookingStatus) => ({ bankAccountId, bookingStatus })));
  const latest = asked.map((list) =>
    transactions.findOne<Reported>(
      { ...list, entryDate: { $gte: from, $lte: to } },
      {
        hint: BY_ARRIVAL,
        sort: { sequence: -1 },
        projection: { bankAccountId: 1, bookingStatus: 1, sequence: 1 },
      },
    ),
  );
  return (await Promise.all(latest)).filter((entry) => entry !== null);
}

/**
 * Stores how far a report that reaches to the present has come. Cursors only move forward, so one that has come as far already is
 * not written again: most reports have nothing new, and a write waits for a majority.
 */
export async function storeDeltaCursors(
  { deltaCursors }: Pick<AccountsContext, 'deltaCursors'>,
  tppId: string,
  { consented, entries }: { consented: ConsentedAccount; entries: readonly Reported[] },
): Promise<void> {
  const reached = Array.from(sequencesOf(entries), ([source, sequences]) => ({
    _id: deltaCursorId(tppId, consented, source),
    sequences,
  }));
  const stored = await Promise.all(reached.map(({ _id }) => findById(deltaCursors, _id)));
  const moved = reached.filter(({ sequences }, index) => isBehind(stored[index], sequences));
  if (moved.length === 0) return;
  const writes = moved.map(({ _id, sequences }) => ({
    updateOne: { filter: { _id }, update: { $max: sequences }, upsert: true },
  }));
  await deltaCursors.bulkWrite(writes, { ordered: false });
}

/** Of each source and list the latest sequence. */
function sequencesOf(entries: readonly Reported[]): Map<string, Sequences> {
  const latest = new Map<string, Sequences>();
  for (const { bankAccountId, bookingStatus, sequence } of entries) {
    const known = latest.get(bankAccountId) ?? {};
    known[bookingStatus] = Math.max(sequence, known[bookingStatus] ?? sequence);
    latest.set(bankAccountId, known);
  }
  return latest;
}

function isBehind(stored: DeltaCursor | null | undefined, sequences: Sequences): boolean {
  return List.options.some((list) => (sequences[list] ?? -Infinity) > (stored?.[list] ?? -Infinity));
}
