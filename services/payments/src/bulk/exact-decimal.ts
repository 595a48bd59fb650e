/** A decimal of ISO 20022 has at most 17 fraction digits. */
const DIGITS = 17;
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/** Returns a decimal as a whole number of 10^-17, so that sums are exact; undefined if the text is not a decimal. */
export function toScaled(text: string): bigint | undefined {
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '' || fraction.length > DIGITS) return undefined;
  const units = BigInt(whole + fraction.padEnd(DIGITS, '0'));
  return sign === '-' ? -units : units;
}

/** Returns the sum of decimals, scaled as by {@link toScaled}; a text that is not a decimal counts as zero. */
export function sumOf(texts: readonly string[]): bigint {
  let sum = 0n;
  for (const text of texts) sum += toScaled(text) ?? 0n;
  return sum;
}
