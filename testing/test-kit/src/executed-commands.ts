import type { Db, Document, Filter } from 'mongodb';

/** A service tends its indexes whenever the lease of that job is free, also while a test asks something else. */
const UPKEEP = ['createIndexes', 'dropIndexes', 'listIndexes'].map((name) => ({
  [`command.${name}`]: { $exists: true },
}));

/**
 * Returns the commands that the database executed on the collections while `work` ran, in order, as its profiler recorded them:
 * those that match, without the upkeep of indexes.
 */
export async function executedCommands(
  db: Db,
  collections: readonly string[],
  work: () => Promise<unknown>,
  matching: Filter<Document> = {},
): Promise<Document[]> {
  const profiled = db.collection('system.profile');
  await db.command({ profile: 2 });
  try {
    await work();
  } finally {
    await db.command({ profile: 0 });
  }
  const commands = await profiled
    .find({ ...matching, ns: { $in: collections.map((name) => `${db.databaseName}.${name}`) }, $nor: UPKEEP })
    .sort({ $natural: 1 })
    .toArray();
  await profiled.drop();
  return commands;
}
