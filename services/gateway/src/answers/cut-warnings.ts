import type { PermittedUse } from '@xs2a/contracts';
import type { Warning } from '../request/call.ts';

/** The `validUntil` that asks for the longest validity, which every granted day satisfies (decision 17). */
const LONGEST = '9999-12-31';

/**
 * Returns a warning for each requested value that the stored consent reduces. A repeated request gets the same warnings because
 * they follow from the stored consent. An earlier version of the consent service does not return these values.
 */
export function cutWarnings(asked: PermittedUse, { validUntil, frequencyPerDay }: PermittedUse = {}): Warning[] {
  const warnings: Warning[] = [];
  if (isCut(asked.validUntil, validUntil) && asked.validUntil !== LONGEST) {
    const text = `was cut to ${validUntil}, the last day on which this consent can be used`;
    warnings.push({ path: 'validUntil', text });
  }
  if (isCut(asked.frequencyPerDay, frequencyPerDay)) {
    const text = `was cut to ${frequencyPerDay}, the most accesses a day that this bank permits`;
    warnings.push({ path: 'frequencyPerDay', text });
  }
  return warnings;
}

function isCut<Value extends number | string>(asked: Value | undefined, permitted: Value | undefined): boolean {
  return asked !== undefined && permitted !== undefined && permitted < asked;
}
