import type { AspspProfile, PsuDataPurpose, PsuRecord, ReplyOf, RequestOf, readPsuDataOfSca } from '@xs2a/contracts';
import type { Db } from 'mongodb';
import type { StoredCollection } from '../storage/stored-collection.ts';
import type { PersonalData, PsuDocumentParts } from './personal-data.ts';
import { readPage, type Stored } from './psu-pages.ts';

/** Size of an answer after which no further document is added. Longest single document: a bulk payment with its transfers. */
const BYTES_MAX = 1_000_000;

interface ReadingPlace {
  readonly db: Db;
  readonly personalData: PersonalData;
  readonly stored: readonly StoredCollection[];
  readonly profile: Pick<AspspProfile, 'retention'>;
}

/** Returns one page of what the service stores about a PSU. */
export async function readPsuData(
  place: ReadingPlace,
  { after, ...psu }: RequestOf<typeof readPsuDataOfSca>,
): Promise<ReplyOf<typeof readPsuDataOfSca>> {
  const { db, personalData } = place;
  const purposes = after === undefined ? { purposes: purposesOf(place) } : {};
  const page = await readPage(db, personalData, psu, after);
  if (page === undefined) return { ...purposes, records: [] };
  const records: PsuRecord[] = [];
  let bytes = 0;
  let last = '';
  for (const document of page.documents) {
    if (bytes > BYTES_MAX) return { ...purposes, records, next: { collection: page.name, id: last } };
    last = document._id;
    const some = [
      recordOf(page.name, page.row.shows, document),
      ...(await partsOf(db, personalData, page.name, document)),
    ];
    records.push(...some);
    bytes += JSON.stringify(some).length;
  }
  return { ...purposes, records, ...(page.next && { next: page.next }) };
}

async function partsOf(db: Db, personalData: PersonalData, owner: string, { _id }: Stored): Promise<PsuRecord[]> {
  const parts = Object.entries(personalData).filter(
    (entry): entry is [string, PsuDocumentParts] => 'partOf' in entry[1] && entry[1].partOf === owner,
  );
  const found = parts.map(async ([name, { by, shows }]) =>
    (
      await db
        .collection<Stored>(name)
        .find({ [by]: _id })
        .sort({ _id: 1 })
        .toArray()
    ).map((part) => recordOf(name, shows, part)),
  );
  return (await Promise.all(found)).flat();
}

function recordOf(collection: string, shows: readonly string[], document: Stored): PsuRecord {
  const shown = shows.filter((field) => document[field] !== undefined).map((field) => [field, document[field]]);
  const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);
  return { collection, id: document._id, data: JSON.parse(JSON.stringify(Object.fromEntries(shown), plain)) };
}

function purposesOf({ personalData, stored, profile }: ReadingPlace): PsuDataPurpose[] {
  return Object.entries(personalData).flatMap(([collection, row]) => {
    if (!('find' in row)) return [];
    const setting = stored.find(({ name }) => name === collection)?.retained?.setting;
    const days = setting && profile.retention[setting];
    const term =
      days === undefined
        ? `without a term (retention.${setting} is not set)`
        : `${days} days after the end (retention.${setting})`;
    return [{ collection, purpose: row.purpose, source: row.source, kept: row.kept ?? term }];
  });
}
