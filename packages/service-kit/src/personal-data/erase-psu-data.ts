import type { AspspProfile, erasePsuDataOfSca, PsuErasure, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { Filter } from 'mongodb';
import type { DeadLetter } from '../outbox/dead-letters.ts';
import {
  deleteDue,
  filterDeletable,
  type RetainedCollection,
  type RetentionContext,
  retentionThreshold,
} from '../retention/delete-ended.ts';
import type { Erasure, PersonalData } from './personal-data.ts';
import { type PsuPage, readPage, type Stored } from './psu-pages.ts';

export interface ErasingPlace extends RetentionContext {
  readonly personalData: PersonalData;
  readonly profile: Pick<AspspProfile, 'retention'>;
}
type Request = RequestOf<typeof erasePsuDataOfSca>;
type Outcome = Omit<PsuErasure, 'collection' | 'id'>;

const ERASED: Outcome = { outcome: 'erased' };
const RELEASED: Outcome = { outcome: 'released', because: 'other PSUs have it too' };
const CHANGED: Outcome = { outcome: 'kept', because: 'it changed in the meantime: run the command again' };
const WHILE_OPEN: Outcome = { outcome: 'kept', because: 'something of the PSU is open' };
const WHILE_KEPT: Outcome = { outcome: 'kept', because: 'it is evidence of approvals that are kept' };
const OPEN: Outcome = { outcome: 'kept', because: 'it is open', isOpen: true };
const UNDELIVERED: Outcome = {
  outcome: 'kept',
  because: 'a message of it is not delivered (xs2a dead-letters)',
  isOpen: true,
};

/**
 * Erases one page of what the service stores about a PSU, or says what it would do. Each document is deleted in a write that checks
 * again whether it may be, so that one which changed in the meantime stays and is reported as kept.
 */
export async function erasePsuData(place: ErasingPlace, request: Request): Promise<ReplyOf<typeof erasePsuDataOfSca>> {
  const page = await readPage(place.database.db, place.personalData, request, request.after);
  if (page === undefined) return { records: [] };
  const outcomes = await eraseSome(place, page, request);
  const records = page.documents.flatMap(({ _id: id }) => {
    const outcome = outcomes.get(id);
    return outcome === undefined ? [] : [{ collection: page.name, id, ...outcome }];
  });
  if (!request.isDryRun && records.length > 0)
    place.log.info({ event: 'psuDataErased', collection: page.name, count: records.length });
  return { records, ...(page.next && { next: page.next }) };
}

async function eraseSome(place: ErasingPlace, page: PsuPage, request: Request): Promise<Map<string, Outcome>> {
  const { erase } = page.row;
  const ids = page.documents.map(({ _id }) => _id);
  if (ids.length === 0) return new Map();
  if (erase.way === 'keep') return new Map(ids.map((id) => [id, { outcome: 'kept', because: erase.because }]));
  if (erase.way === 'afterTerm') return await eraseEnded(place, page.name, ids, request.isDryRun);
  return await eraseUnlessKept(place, { ...page, ids, erase }, request);
}

/** The term is that of the profile, whether or not retention deletes by itself or only counts. */
async function eraseEnded(
  place: ErasingPlace,
  name: string,
  ids: readonly string[],
  isDryRun: boolean,
): Promise<Map<string, Outcome>> {
  const { database, profile, now } = place;
  const stored = database.stored.find((one) => one.name === name) as RetainedCollection;
  const { setting, ended = {} } = stored.retained;
  const days = profile.retention[setting];
  const letters = database.db.collection<DeadLetter>('deadLetters');
  const undelivered = new Set(
    await letters.distinct('documentId', { collection: name, documentId: { $in: [...ids] } }),
  );
  const date = days === undefined ? undefined : retentionThreshold(now(), days);
  const due = date === undefined ? [] : await filterDeletable(place, stored, ids, date);
  const deletable = due.filter((id) => !undelivered.has(id));
  if (date !== undefined && !isDryRun) await deleteDue(place, stored, deletable, date);
  const collection = database.db.collection<Stored>(name);
  const find = (filter: Filter<Stored>): Promise<string[]> =>
    collection.distinct('_id', { $and: [{ _id: { $in: [...ids] } }, filter] });
  const still = isDryRun ? ids.filter((id) => !deletable.includes(id)) : await find({});
  const hasEnded = new Set(await find(ended));
  const because =
    days === undefined
      ? `it is evidence, and the profile sets no term (retention.${setting})`
      : `it is evidence for ${days} days after its end (retention.${setting}), or belongs to what is kept`;
  const keptAs = (id: string): Outcome => {
    if (!hasEnded.has(id)) return OPEN;
    return undelivered.has(id) ? UNDELIVERED : { outcome: 'kept', because };
  };
  const kept = new Map(still.map((id) => [id, keptAs(id)]));
  return new Map(ids.map((id) => [id, kept.get(id) ?? ERASED]));
}

async function eraseUnlessKept(
  { database, now }: ErasingPlace,
  { name, filter, ids, erase }: PsuPage & { ids: readonly string[]; erase: Erasure & { way: 'delete' } },
  request: Request,
): Promise<Map<string, Outcome>> {
  const all = (outcome: Outcome): Map<string, Outcome> => new Map(ids.map((id) => [id, outcome]));
  if (erase.unless === 'open' && request.hasOpen) return all(WHILE_OPEN);
  if (erase.unless === 'kept' && request.hasKept) return all(WHILE_KEPT);
  const collection = database.db.collection<Stored>(name);
  const among = { _id: { $in: [...ids] } };
  const find = (where: Filter<Stored>): Promise<string[]> => collection.distinct('_id', { $and: [among, where] });
  const keeps = (await erase.keeps?.(request, { db: database.db, now: now() })) ?? [];
  const release = erase.releases?.(request);
  const outcomes = all(ERASED);
  for (const id of release === undefined ? [] : await find(release.where)) outcomes.set(id, RELEASED);
  for (const { where, because, isOpen } of keeps)
    for (const id of await find(where)) outcomes.set(id, { outcome: 'kept', because, ...(isOpen && { isOpen }) });
  if (request.isDryRun) return outcomes;
  // Read again in the write, because the bank may have given an account to somebody else in the meantime.
  const isKept = keeps.map(({ where }) => ({ $nor: [where] }));
  if (release !== undefined)
    await collection.updateMany({ $and: [among, filter, ...isKept, release.where] }, release.update);
  const isShared = release === undefined ? [] : [{ $nor: [release.where] }];
  await collection.deleteMany({ $and: [among, filter, ...isKept, ...isShared] });
  for (const id of await find(filter)) if (outcomes.get(id)?.outcome !== 'kept') outcomes.set(id, CHANGED);
  return outcomes;
}
