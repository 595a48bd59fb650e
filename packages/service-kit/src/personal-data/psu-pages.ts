import type { Db, Document, Filter } from 'mongodb';
import type { PersonalData, Psu, PsuDocuments } from './personal-data.ts';

/** Number of documents in one answer. */
const PAGE = 100;
/** Number of documents that are looked at for one answer, where no index finds those of the PSU. */
const WINDOW = 5_000;

/** A place behind a document. */
export interface Place {
  readonly collection: string;
  readonly id: string;
}
export type Stored = Document & { _id: string };

export interface PsuPage {
  readonly name: string;
  readonly row: PsuDocuments;
  readonly filter: Filter<Stored>;
  readonly documents: readonly Stored[];
  /** Undefined behind the last document of the last collection. */
  readonly next: Place | undefined;
}

/**
 * Returns the next documents about a PSU: one page of one collection, possibly empty. The effort for one page is limited, whatever
 * the size of the collection.
 */
export async function readPage(
  db: Db,
  personalData: PersonalData,
  psu: Psu,
  after: Place | undefined,
): Promise<PsuPage | undefined> {
  const rows = Object.entries(personalData).filter((entry): entry is [string, PsuDocuments] => 'find' in entry[1]);
  const at = after === undefined ? 0 : rows.findIndex(([name]) => name === after.collection);
  const [name, row] = rows[at] ?? [];
  if (name === undefined || row === undefined) return undefined;
  const filter = await row.find(psu, db);
  const { documents, last } = await readDocuments(db, name, { row, filter, id: after?.id ?? '' });
  const following = rows[at + 1]?.[0];
  const next =
    last === undefined ? following !== undefined && { collection: following, id: '' } : { collection: name, id: last };
  return { name, row, filter, documents, next: next || undefined };
}

async function readDocuments(
  db: Db,
  name: string,
  { row, filter, id }: { readonly row: PsuDocuments; readonly filter: Filter<Stored>; readonly id: string },
): Promise<{ documents: Stored[]; last: string | undefined }> {
  const collection = db.collection<Stored>(name);
  const behind = (until?: string): Filter<Stored> => ({
    $and: [{ _id: { $gt: id, ...(until !== undefined && { $lte: until }) } }, filter],
  });
  const edge =
    row.index === undefined
      ? (await collection.find({ _id: { $gt: id } }, { sort: { _id: 1 }, skip: WINDOW - 1, limit: 1 }).next())?._id
      : undefined;
  const documents = await collection
    .find(behind(edge), { hint: row.index ?? { _id: 1 }, sort: { _id: 1 }, limit: PAGE })
    .toArray();
  return { documents, last: documents.length === PAGE ? documents.at(-1)?._id : edge };
}
