/** Checks the ISO 7064 MOD 97-10 digits of an IBAN (ISO 13616). Letters count from A = 10, in either case. */
export function hasValidIbanCheckDigits(iban: string): boolean {
  const { length } = iban;
  let remainder = 0;
  for (let index = 0; index < length; index++) {
    // Country code and check digits are processed last.
    const value = valueOf(iban.charCodeAt((index + 4) % length));
    remainder = (value > 9 ? remainder * 100 + value : remainder * 10 + value) % 97;
  }
  return remainder === 1;
}

/** Numeric value of a digit or letter; `NaN` for any other character, which makes every later sum `NaN`. */
function valueOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x7a ? letter - 0x61 + 10 : Number.NaN;
}
