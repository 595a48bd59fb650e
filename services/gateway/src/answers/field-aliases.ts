import { LINK_ALIASES } from '../links/link-names.ts';

/** Fields beyond the standard: the execution date of ACWC, and ended members of a basket (decisions 15 and 23). */
const OWN_FIELDS: ReadonlySet<string> = new Set(['executionDate', 'endedPayments', 'endedConsents']);

/** Fields that only the Croatian profile has. Each repeats the value of a standard field (decision 14). */
const CROATIAN_NAMES: ReadonlySet<string> = new Set([
  'scatransactionStatus',
  'cancellationId',
  'cancellationIds',
  ...Object.values(LINK_ALIASES),
]);

/**
 * Whether the Berlin Group's OpenAPI file lacks this field: it is an extension, or repeats a field under its Croatian name. The
 * Croatian profile gives transactions a `resourceId`, which in the standard only accounts have, and writes a masked card number
 * as `pan`.
 */
export function isBeyondStandard(holder: unknown, name: string): boolean {
  if (CROATIAN_NAMES.has(name) || OWN_FIELDS.has(name)) return true;
  if (typeof holder !== 'object' || holder === null) return false;
  if (name === 'pan') return 'maskedPan' in holder && (holder as { pan?: unknown }).pan === holder.maskedPan;
  return name === 'resourceId' && 'transactionId' in holder;
}

/**
 * Adds `pan` beside each `maskedPan` in the content of a consent: the same masked number, because the full one is not stored
 * (decision 14).
 */
export function withPan<Content>(content: Content): Content {
  if (Array.isArray(content)) return content.map(withPan) as Content;
  if (typeof content !== 'object' || content === null) return content;
  const members = Object.entries(content).map(([name, value]) => [name, withPan(value) as unknown]);
  const { maskedPan } = content as { maskedPan?: unknown };
  return { ...Object.fromEntries(members), ...(maskedPan !== undefined && { pan: maskedPan }) } as Content;
}
