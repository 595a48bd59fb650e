import type { Collection, Filter } from 'mongodb';

const MS_PER_SECOND = 1_000;

/** A document that counts towards a limit until it is forgotten. */
interface Counted {
  readonly _id: string;
  readonly forgetAt: Date;
}

/**
 * Judges a document that was stored and counts towards a limit: stored first, so that simultaneous requests do not exceed it. Beyond
 * the limit the document is removed again. Returns the seconds until there is room; undefined if there is.
 */
export async function secondsUntilRoom<Document extends Counted>(
  collection: Collection<Document>,
  storedId: string,
  counted: Filter<Document>,
  { max, at }: { readonly max: number; readonly at: Date },
): Promise<number | undefined> {
  if ((await collection.countDocuments(counted, { limit: max + 1 })) <= max) return undefined;
  await collection.deleteOne({ _id: storedId } as Filter<Document>);
  const first = await collection.findOne(counted, { sort: { forgetAt: 1 } });
  const waitMs = (first?.forgetAt ?? at).getTime() - at.getTime();
  return Math.max(1, Math.ceil(waitMs / MS_PER_SECOND));
}
