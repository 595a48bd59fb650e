import { REPEATED_WITHIN_MS } from '@xs2a/contracts';
import { currentContext, findById } from '@xs2a/service-kit';
import type { Document } from 'mongodb';
import type { ConsentedAccount } from '../access/find-consented-account.ts';
import type { AccountsContext } from '../context.ts';
import { sourcesOf } from '../model/account.ts';
import { deltaCursorId } from '../model/delta-cursor.ts';
import type { List } from '../model/transaction.ts';
import { limitToPeriod, type Reported, type ReportProgress } from './reported-entries.ts';
import type { Range } from './transaction-page.ts';

/**
 * Returns the progress of earlier reports of the account to this TPP, by list and source. A report by an earlier delivery of the
 * same request, whose response was lost, does not count as earlier.
 */
export async function readDeltaCursors(
  { deltaCursors, now }: AccountsContext,
  tppId: string,
  consented: ConsentedAccount,
  lists: readonly List[],
): Promise<NonNullable<Range['after']>> {
  const after: NonNullable<Range['after']> = {};
  const sourceOf = new Map(
    sourcesOf(consented.account).map((source) => [deltaCursorId(tppId, consented, source), source]),
  );
  const { requestId } = currentContext();
  const since = repeatedSince(now());
  for (const { _id, before, ...reported } of await deltaCursors
    .find({ _id: { $in: [...sourceOf.keys()] } })
    .toArray()) {
    const source = sourceOf.get(_id);
    for (const list of lists) {
      const last = before?.[list];
      const isRepeated = last !== undefined && last.requestId === requestId && last.at > since;
      const sequence = isRepeated ? last.sequence : reported[list];
      if (source !== undefined && sequence !== undefined) after[list] = { ...after[list], [source]: sequence };
    }
  }
  return after;
}

/**
 * Stores the progress of a report that reaches to the present. Cursors only move forward, so unchanged ones are not written: most
 * reports have nothing new, and a write waits for a majority. No cursor moves past an entry dated after `to`, which the report
 * has left out.
 */
export async function storeDeltaCursors(
  context: Pick<AccountsContext, 'deltaCursors' | 'transactions' | 'now'>,
  tppId: string,
  { consented, entries, to }: { consented: ConsentedAccount; entries: readonly Reported[]; to: string },
): Promise<void> {
  const { deltaCursors } = context;
  const reached = reachOf(entries);
  const idOf = (source: string): string => deltaCursorId(tppId, consented, source);
  const ids = [...new Set(reached.map(({ source }) => idOf(source)))];
  const stored = await Promise.all(ids.map((_id) => findById(deltaCursors, _id)));
  const cursors = new Map(ids.map((_id, index) => [_id, stored[index]]));
  const knownOf = ({ source, list }: ReportProgress): number => cursors.get(idOf(source))?.[list] ?? -Infinity;
  const isAhead = (reach: ReportProgress): boolean => reach.sequence > knownOf(reach);
  const ahead = reached.filter(isAhead);
  const before = await Promise.all(ahead.map((reach) => limitToPeriod(context, reach, { known: knownOf(reach), to })));
  const moved = Map.groupBy(before.filter(isAhead), ({ source }) => idOf(source));
  if (moved.size === 0) return;
  const request = { requestId: currentContext().requestId, at: context.now() };
  const writes = Array.from(moved, ([_id, lists]) => ({
    updateOne: { filter: { _id }, update: lists.map((reach) => ({ $set: moveTo(reach, request) })), upsert: true },
  }));
  await deltaCursors.bulkWrite(writes, { ordered: false });
}

/** Returns a list after a request has moved it, as MongoDB expressions. A repeated request moves it from the original position. */
function moveTo({ list, sequence }: ReportProgress, { requestId, at }: { requestId: string; at: Date }): Document {
  const before = `$before.${list}`;
  const isRepeated = {
    $and: [{ $eq: [`${before}.requestId`, { $literal: requestId }] }, { $gt: [`${before}.at`, repeatedSince(at)] }],
  };
  const last = { requestId: { $literal: requestId }, at, sequence: `$${list}` };
  return {
    [list]: { $max: [`$${list}`, sequence] },
    [`before.${list}`]: { $cond: [isRepeated, before, last] },
  };
}

function repeatedSince(at: Date): Date {
  return new Date(at.getTime() - REPEATED_WITHIN_MS);
}

/** Returns the latest sequence for each source and list. */
function reachOf(entries: readonly Reported[]): ReportProgress[] {
  const latest = new Map<string, ReportProgress>();
  for (const { bankAccountId: source, bookingStatus: list, sequence } of entries) {
    const key = `${list} ${source}`;
    if (sequence > (latest.get(key)?.sequence ?? -Infinity)) latest.set(key, { source, list, sequence });
  }
  return [...latest.values()];
}
