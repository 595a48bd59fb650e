import type { PermittedUse } from '@xs2a/contracts';
import type { Warning } from '../request/call.ts';

/** The `validUntil` of a TPP that asks for the longest validity: whatever day that is, it has what it asked for (decision 17). */
const LONGEST = '9999-12-31';

/**
 * A warning for each value of a body that the stored consent has less of. A repeated request has the same ones, because they follow from
 * what is stored. A consent service of an earlier version says nothing of it.
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
