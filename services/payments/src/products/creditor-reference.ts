/**
 * Croatian reference models with check digits: for each, the ranges of segments (first and last) that end in one (unified
 * overview of reference models, Fina). HR00 has no check digit and HR99 means no reference. Other models are checked only for
 * their format.
 */
const CHECKED_SEGMENTS: ReadonlyMap<string, readonly (readonly [number, number])[]> = new Map([
  ['01', [[1, 4]]],
  [
    '02',
    [
      [2, 2],
      [3, 3],
    ],
  ],
  [
    '03',
    [
      [1, 1],
      [2, 2],
      [3, 3],
    ],
  ],
  [
    '04',
    [
      [1, 1],
      [3, 3],
    ],
  ],
  ['05', [[1, 1]]],
  ['06', [[2, 3]]],
  ['07', [[2, 2]]],
  [
    '08',
    [
      [1, 2],
      [3, 3],
    ],
  ],
  ['09', [[1, 2]]],
  [
    '10',
    [
      [1, 1],
      [2, 3],
    ],
  ],
  [
    '11',
    [
      [1, 1],
      [2, 2],
    ],
  ],
  ['55', [[1, 1]]],
]);

const NATIONAL_FORM = /^HR(\d{2})(\d{1,12}(?:-\d{1,12}){0,3})?$/;
const NATIONAL_CHARACTERS_MAX = 26;
/** ISO 11649: RF, two check digits, up to 21 characters. */
const RF_FORM = /^RF\d{2}[A-Za-z0-9]{1,21}$/;

/** Modulo 11 with weights 2, 3, 4… from the right; 10 and 11 count as 0. */
function mod11CheckDigit(digits: string): string {
  let sum = 0;
  for (const [index, digit] of [...digits].toReversed().entries()) sum += Number(digit) * (index + 2);
  const remainder = sum % 11;
  return String(remainder > 1 ? 11 - remainder : 0);
}

/** Returns the fault of a creditor's or debtor's reference; undefined if it is valid (decision 25). */
export function referenceFault(
  reference: string,
  { checkDigits, nationalOnly }: { checkDigits: boolean; nationalOnly: boolean },
): string | undefined {
  if (/^HR\d{2}/.test(reference)) return nationalFault(reference, checkDigits);
  if (/^RF\d{2}/.test(reference)) return rfFault(reference);
  return nationalOnly ? 'must be a Croatian model and number (HR00…) or an ISO 11649 reference (RF…)' : undefined;
}

function nationalFault(reference: string, checkDigits: boolean): string | undefined {
  const [, model, number] = NATIONAL_FORM.exec(reference) ?? [];
  if (model === undefined || reference.length > NATIONAL_CHARACTERS_MAX) {
    return 'must be a model HR and two digits, then up to 22 digits and hyphens in segments of at most 12 digits';
  }
  if (model === '99') return number === undefined ? undefined : 'has model HR99, which takes no number';
  if (number === undefined) return 'has a model that needs a number';
  return !checkDigits || hasCheckDigits(model, number.split('-')) ? undefined : 'has a wrong check digit for its model';
}

function hasCheckDigits(model: string, segments: readonly string[]): boolean {
  return (CHECKED_SEGMENTS.get(model) ?? []).every(([from, to]) => {
    const digits = segments.slice(from - 1, to).join('');
    return digits === '' || mod11CheckDigit(digits.slice(0, -1)) === digits.slice(-1);
  });
}

/** ISO 7064 MOD 97-10, with letters counted from A = 10. */
function rfFault(reference: string): string | undefined {
  if (!RF_FORM.test(reference)) return 'must be RF, two check digits and up to 21 letters and digits';
  const digits = [...(reference.slice(4) + reference.slice(0, 4)).toUpperCase()]
    .map((character) => Number.parseInt(character, 36).toString())
    .join('');
  return BigInt(digits) % 97n === 1n ? undefined : 'has wrong check digits (ISO 11649)';
}
