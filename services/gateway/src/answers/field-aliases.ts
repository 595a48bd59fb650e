import { LINK_ALIASES } from '../links/link-names.ts';

/** Fields that only the Croatian profile has. Each has the same value as a field of the standard (decision 57). */
const CROATIAN_NAMES: ReadonlySet<string> = new Set([
  'scatransactionStatus',
  'cancellationId',
  'cancellationIds',
  ...Object.values(LINK_ALIASES),
]);

/**
 * Whether a field of this object repeats another one under its name in the Croatian profile. That profile gives transactions
 * a `resourceId`; in the standard only accounts have one.
 */
export function isFieldAlias(holder: unknown, name: string): boolean {
  if (CROATIAN_NAMES.has(name)) return true;
  return name === 'resourceId' && typeof holder === 'object' && holder !== null && 'transactionId' in holder;
}
