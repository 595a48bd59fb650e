import { z } from 'zod';
import { findContext, parseTraceparent, type RequestContext, traceIdOf } from '../context/request-context.ts';
import { canonicalHash } from './canonical-hash.ts';

/** One change of a status: author, time, old and new status, and request. Entries are only appended. */
export const HistoryEntry = z.object({
  at: z.date(),
  event: z.string(),
  from: z.string().nullable(),
  to: z.string(),
  /** Id of a TPP, `psu`, or name of a service. */
  by: z.string(),
  /** SHA-256 thumbprint of the TPP's certificate. */
  certificate: z.string().optional(),
  /** The PSU, if a PSU made the change. */
  psuId: z.string().optional(),
  requestId: z.string(),
  /** From the W3C trace context of the request. An older version stored none. */
  traceId: z.string().optional(),
  /** Reason, if a person decided it. */
  reason: z.string().optional(),
  /** Hash of this entry and the one before it, so that altering an entry breaks the chain. */
  hash: z.string(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const History = z.array(HistoryEntry);

/** A TPP as the author of an entry. */
export interface Author {
  readonly id: string;
  readonly certificateThumbprint?: string | undefined;
}

/** Chains an entry to the one before it. `previous` is the hash of that one; empty for the first entry of a document. */
export function chainEntry(previous: string, entry: Omit<HistoryEntry, 'hash'>): HistoryEntry {
  return { ...entry, hash: canonicalHash({ ...entry, at: entry.at.toISOString(), previous }) };
}

/** Author fields of an entry, including the certificate that a TPP presented. */
export function authorFields(by: string | Author): Pick<HistoryEntry, 'by' | 'certificate'> {
  if (typeof by === 'string') return { by };
  const { id, certificateThumbprint: certificate } = by;
  return { by: id, ...(certificate !== undefined && { certificate }) };
}

/** The trace id for an entry; empty outside of any request. */
export function traceField(context = findContext()): Pick<HistoryEntry, 'traceId'> {
  return parseTraceparent(context?.traceparent) === undefined ? {} : { traceId: traceIdOf(context as RequestContext) };
}

/** The first entry of a document's history. */
export function createdEntry(
  status: string,
  at: Date,
  by: string | Author,
  requestId: string,
  reason?: string,
): HistoryEntry {
  const why = reason !== undefined && { reason };
  return chainEntry('', {
    at,
    event: 'created',
    from: null,
    to: status,
    ...authorFields(by),
    requestId,
    ...traceField(),
    ...why,
  });
}

/** Index of the first entry that is not chained to the one before it; undefined if the chain is intact. */
export function brokenEntry(history: readonly HistoryEntry[]): number | undefined {
  let previous = '';
  for (const [index, { hash, ...entry }] of history.entries()) {
    if (chainEntry(previous, entry).hash !== hash) return index;
    previous = hash;
  }
  return history.length === 0 ? 0 : undefined;
}
