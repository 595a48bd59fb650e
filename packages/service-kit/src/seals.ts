import { z } from 'zod';
import { contentHashOf } from './content-hash.ts';
import { storedCollection } from './stored-collection.ts';

/** Where the history of a document stood: its last entry says all before it. */
export const SealedHead = z.object({ collection: z.string(), id: z.string(), entries: z.int(), hash: z.string() });
export type SealedHead = z.infer<typeof SealedHead>;

/**
 * A link of the chain over a whole service. A history altered, or a document gone, no longer fits the seal that names it;
 * a seal altered or gone no longer fits the next. `_id` counts them.
 */
export const Seal = z.object({
  _id: z.int(),
  at: z.date(),
  previous: z.string(),
  heads: z.array(SealedHead),
  hash: z.string(),
});
export type Seal = z.infer<typeof Seal>;

export const SEALS = storedCollection('seals', Seal, { indexes: [{ key: { at: 1 } }] });

export function sealed(seal: Omit<Seal, 'hash'>): Seal {
  return { ...seal, hash: contentHashOf({ ...seal, at: seal.at.toISOString() }) };
}
