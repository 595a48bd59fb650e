import type { Collection } from 'mongodb';
import { z } from 'zod';
import { storedCollection } from './stored-collection.ts';

/** A generated secret that all replicas of a service share, used if none is configured. */
export const StoredSecret = z.object({ _id: z.string(), value: z.string() });
export type StoredSecret = z.infer<typeof StoredSecret>;

export const SECRETS = storedCollection('secrets', StoredSecret);

/** Returns the secret with this id. The first replica that asks for it creates it. */
export async function sharedSecret(
  secrets: Collection<StoredSecret>,
  id: string,
  create: () => string | Promise<string>,
): Promise<string> {
  const known = await secrets.findOne({ _id: id });
  if (known !== null) return known.value;
  const value = await create();
  const options = { upsert: true, returnDocument: 'after' } as const;
  const stored = await secrets.findOneAndUpdate({ _id: id }, { $setOnInsert: { value } }, options);
  return stored?.value ?? value;
}
