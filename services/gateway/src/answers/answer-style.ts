import type { AspspProfile } from '@xs2a/contracts';
import { LINK_ALIASES } from '../links/link-names.ts';

/** Fields that only the Croatian profile has. Each has the same value as a field of the standard (decision 14). */
const CROATIAN_NAMES: ReadonlySet<string> = new Set([
  'scatransactionStatus',
  'cancellationId',
  'cancellationIds',
  ...Object.values(LINK_ALIASES),
]);

type Replacer = (this: unknown, name: string, value: unknown) => unknown;

/** The replacer of JSON.stringify that writes answers in the style of the profile; undefined if nothing changes. */
export function answerStyle({
  wireStyle,
  fieldNames,
}: Pick<AspspProfile, 'wireStyle' | 'fieldNames'>): Replacer | undefined {
  const asText = wireStyle === 'text';
  const standardOnly = fieldNames === 'standard';
  if (!asText && !standardOnly) return undefined;
  return function write(this: unknown, name, value) {
    if (standardOnly && (CROATIAN_NAMES.has(name) || isAliasOfTransaction(this, name))) return undefined;
    // Strings instead of JSON booleans and numbers (decision 14).
    return asText && (typeof value === 'boolean' || typeof value === 'number') ? String(value) : value;
  };
}

/** The Croatian profile gives transactions a `resourceId`. In the standard only accounts have one. */
function isAliasOfTransaction(holder: unknown, name: string): boolean {
  return name === 'resourceId' && typeof holder === 'object' && holder !== null && 'transactionId' in holder;
}
