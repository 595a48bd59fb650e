import { z } from 'zod';
import { parseTraceparent, presentContext, type RequestContext, traceIdOf } from '../context/request-context.ts';
import { canonicalHash } from './canonical-hash.ts';

/** One change of a status: who, when, from which to which, for which request. Entries are only appended. */
export const HistoryEntry = z.object({
  at: z.date(),
  event: z.string(),
  from: z.string().nullable(),
  to: z.string(),
  /** A TPP's id, `psu`, or a service. */
  by: z.string(),
  /** SHA-256 thumbprint of the certificate that the TPP showed. */
  certificate: z.string().optional(),
  /** The PSU, where a PSU changed it. */
  psuId: z.string().optional(),
  requestId: z.string(),
  /** Of the W3C trace context of the request. An older version stored none. */
  traceId: z.string().optional(),
  /** Reason, if a person decided it. */
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

/** The entry chained to the one before it, whose hash is `previous`; empty for the first of a document. */
export function chained(previous: string, entry: Omit<HistoryEntry, 'hash'>): HistoryEntry {
  return { ...entry, hash: canonicalHash({ ...entry, at: entry.at.toISOString(), previous }) };
}

/** The author as an entry has it, with the certificate that a TPP presented. */
export function authored(by: string | Author): Pick<HistoryEntry, 'by' | 'certificate'> {
  if (typeof by === 'string') return { by };
  const { id, certificateThumbprint: certificate } = by;
  return { by: id, ...(certificate !== undefined && { certificate }) };
}

/** The trace that an entry belongs to; nothing outside of any request. */
export function tracedIn(context = presentContext()): Pick<HistoryEntry, 'traceId'> {
  return parseTraceparent(context?.traceparent) === undefined ? {} : { traceId: traceIdOf(context as RequestContext) };
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
  return chained('', {
    at,
    event: 'created',
    from: null,
    to: status,
    ...authored(by),
    requestId,
    ...tracedIn(),
    ...why,
  });
}

/** The index of the first entry that is not chained to the one before it; undefined where all are. */
export function brokenEntry(history: readonly HistoryEntry[]): number | undefined {
  let previous = '';
  for (const [index, { hash, ...entry }] of history.entries()) {
    if (chained(previous, entry).hash !== hash) return index;
    previous = hash;
  }
  return history.length === 0 ? 0 : undefined;
}
