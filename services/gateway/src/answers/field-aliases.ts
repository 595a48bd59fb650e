import { LINK_ALIASES } from '../links/link-names.ts';

/** What this interface tells beyond the standard: the day of ACWC, members of a basket that have ended (decisions 15 and 23). */
const OWN_FIELDS: ReadonlySet<string> = new Set(['executionDate', 'endedPayments', 'endedConsents']);

/** Fields that only the Croatian profile has. Each has the same value as a field of the standard (decision 14). */
const CROATIAN_NAMES: ReadonlySet<string> = new Set([
  'scatransactionStatus',
  'cancellationId',
  'cancellationIds',
  ...Object.values(LINK_ALIASES),
]);

/**
 * Whether the OpenAPI file of the Berlin Group has no such field: it is of this interface, or repeats another one under its
 * name in the Croatian profile. That profile gives transactions a `resourceId`, which in the standard only accounts have, and
 * writes a masked card number as `pan`.
 */
export function isBeyondStandard(holder: unknown, name: string): boolean {
  if (CROATIAN_NAMES.has(name) || OWN_FIELDS.has(name)) return true;
  if (typeof holder !== 'object' || holder === null) return false;
  if (name === 'pan') return 'maskedPan' in holder && (holder as { pan?: unknown }).pan === holder.maskedPan;
  return name === 'resourceId' && 'transactionId' in holder;
}

/**
 * The content of a consent, with `pan` beside each `maskedPan`: the same masked number, because a full one is not stored
 * (decision 14).
 */
export function withPan<Content>(content: Content): Content {
  if (Array.isArray(content)) return content.map(withPan) as Content;
  if (typeof content !== 'object' || content === null) return content;
  const members = Object.entries(content).map(([name, value]) => [name, withPan(value) as unknown]);
  const { maskedPan } = content as { maskedPan?: unknown };
  return { ...Object.fromEntries(members), ...(maskedPan !== undefined && { pan: maskedPan }) } as Content;
}
