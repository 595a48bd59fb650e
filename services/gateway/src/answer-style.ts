import type { AspspProfile } from '@xs2a/contracts';
import { SPELT_ALSO } from './links.ts';

/**
 * Members that only the Croatian profile has. Beside each stands the one of the guidelines with the same value
 * (decision 14).
 */
const OF_THE_INTERFACE: ReadonlySet<string> = new Set([
  'scatransactionStatus',
  'cancellationId',
  'cancellationIds',
  ...Object.values(SPELT_ALSO),
]);

type Replacer = (this: unknown, name: string, value: unknown) => unknown;

/** How answers are written as the profile wants it, for JSON.stringify; undefined where nothing is to be changed. */
export function answerStyle({
  wireStyle,
  fieldNames,
}: Pick<AspspProfile, 'wireStyle' | 'fieldNames'>): Replacer | undefined {
  const asText = wireStyle === 'text';
  const standardAlone = fieldNames === 'standard';
  if (!asText && !standardAlone) return undefined;
  return function write(this: unknown, name, value) {
    if (standardAlone && (OF_THE_INTERFACE.has(name) || isAliasOfTransaction(this, name))) return undefined;
    // Text instead of JSON booleans and numbers (decision 14).
    return asText && (typeof value === 'boolean' || typeof value === 'number') ? String(value) : value;
  };
}

/**
 * The Croatian profile addresses an entry by `resourceId`, which the guidelines use for accounts alone (decision 14).
 */
function isAliasOfTransaction(holder: unknown, name: string): boolean {
  return name === 'resourceId' && typeof holder === 'object' && holder !== null && 'transactionId' in holder;
}
