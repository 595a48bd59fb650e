import { z } from 'zod';

/** One move of a status: who moved it, when, from where to where, for which request. Only ever appended. */
export const HistoryEntry = z.object({
  at: z.date(),
  event: z.string(),
  from: z.string().nullable(),
  to: z.string(),
  /** A TPP's id, `psu`, or a service of the house. */
  by: z.string(),
  requestId: z.string(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const History = z.array(HistoryEntry);

/** The first entry of a document's history. */
export function createdAs(status: string, at: Date, by: string, requestId: string): HistoryEntry {
  return { at, event: 'created', from: null, to: status, by, requestId };
}
