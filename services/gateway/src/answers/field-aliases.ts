import { LINK_ALIASES } from '../links/link-names.ts';

/** What this interface tells beyond the standard: the day of ACWC, members of a basket that have ended (decisions 15 and 23). */
const OWN_FIELDS: ReadonlySet<string> = new Set(['executionDate', 'endedPayments', 'endedConsents']);

/** Fields that only the Croatian profile has. Each has the same value as a field of the standard (decision 57). */
const CROATIAN_NAMES: ReadonlySet<string> = new Set([
  'scatransactionStatus',
  'cancellationId',
  'cancellationIds',
  ...Object.values(LINK_ALIASES),
]);

/**
 * Whether the OpenAPI file of the Berlin Group has no such field: it is of this interface, or repeats another one under its
 * name in the Croatian profile. That profile gives transactions a `resourceId`; in the standard only accounts have one.
 */
export function isBeyondStandard(holder: unknown, name: string): boolean {
  if (CROATIAN_NAMES.has(name) || OWN_FIELDS.has(name)) return true;
  return name === 'resourceId' && typeof holder === 'object' && holder !== null && 'transactionId' in holder;
}
