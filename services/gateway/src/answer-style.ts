import type { AspspProfile } from '@xs2a/contracts';
import { SPELT_ALSO } from './links.ts';

/** Members that only the interface has; beside each stands the one of the standard with the same value (field guide 12). */
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
    // Field guide 12, row 9: text instead of JSON booleans and numbers.
    return asText && (typeof value === 'boolean' || typeof value === 'number') ? String(value) : value;
  };
}

/** The interface addresses an entry by `resourceId`, which is the standard's name for accounts alone (field guide 12, row 8). */
function isAliasOfTransaction(holder: unknown, name: string): boolean {
  return name === 'resourceId' && typeof holder === 'object' && holder !== null && 'transactionId' in holder;
}
