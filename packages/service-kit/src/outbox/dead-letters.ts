import { z } from 'zod';
import { storedCollection } from '../storage/stored-collection.ts';
import { OutboxEntry } from './outbox-entry.ts';

/** A message that its receiver rejected permanently. An operator inspects it and replays or drops it. */
export const DeadLetter = z.object({
  _id: z.string(),
  collection: z.string(),
  documentId: z.string(),
  /** The document field it came from; default: `outbox`. */
  queue: z.enum(['outbox', 'notices']).optional(),
  entry: OutboxEntry,
  situation: z.string(),
  path: z.string().optional(),
  at: z.date(),
});
export type DeadLetter = z.infer<typeof DeadLetter>;

export const DEAD_LETTERS = storedCollection('deadLetters', DeadLetter, {
  indexes: [{ key: { at: 1 } }],
  retained: { setting: 'deadLetterDays', since: 'at' },
});
