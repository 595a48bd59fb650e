import { z } from 'zod';
import { contentHashOf } from './content-hash.ts';

/** One move of a status: who moved it, when, from where to where, for which request. Only ever appended. */
export const HistoryEntry = z.object({
  at: z.date(),
  event: z.string(),
  from: z.string().nullable(),
  to: z.string(),
  /** A TPP's id, `psu`, or a service of the house. */
  by: z.string(),
  /** SHA-256 thumbprint of the certificate that the TPP showed. */
  certificate: z.string().optional(),
  /** The PSU, where it was one that moved it. */
  psuId: z.string().optional(),
  requestId: z.string(),
  /** Why, where a person decided it. */
  reason: z.string().optional(),
  /** Of this entry and the one before it: what was written cannot be altered without breaking the chain. */
  hash: z.string(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const History = z.array(HistoryEntry);

/** A TPP as the author of an entry. */
export interface Author {
  readonly id: string;
  readonly certificateThumbprint?: string | undefined;
}

/** The entry as it follows on another one, whose hash is `previous`; empty for the first of a document. */
export function chained(previous: string, entry: Omit<HistoryEntry, 'hash'>): HistoryEntry {
  return { ...entry, hash: contentHashOf({ ...entry, at: entry.at.toISOString(), previous }) };
}

/** Who it was, as an entry has it: of a TPP also the certificate that it showed. */
export function authored(by: string | Author): Pick<HistoryEntry, 'by' | 'certificate'> {
  if (typeof by === 'string') return { by };
  const { id, certificateThumbprint: certificate } = by;
  return { by: id, ...(certificate !== undefined && { certificate }) };
}

/** The first entry of a document's history. */
export function createdAs(
  status: string,
  at: Date,
  by: string | Author,
  requestId: string,
  reason?: string,
): HistoryEntry {
  const why = reason !== undefined && { reason };
  return chained('', { at, event: 'created', from: null, to: status, ...authored(by), requestId, ...why });
}

/** The first entry of a history that does not follow on the one before it; undefined where all do. */
export function brokenEntry(history: readonly HistoryEntry[]): number | undefined {
  let previous = '';
  for (const [index, { hash, ...entry }] of history.entries()) {
    if (chained(previous, entry).hash !== hash) return index;
    previous = hash;
  }
  return history.length === 0 ? 0 : undefined;
}
