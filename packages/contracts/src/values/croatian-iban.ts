/** ISO 7064 MOD 11,10 check digit, the last digit of Croatian bank codes and account numbers (decision 25). */
export function mod1110CheckDigit(digits: string): string {
  let product = 10;
  for (const digit of digits) {
    const sum = (product + Number(digit)) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return String((11 - product) % 10);
}

const BANK_CODE_DIGITS = 7;

/** Whether an IBAN has the structure of a Croatian one; its own check digits were verified during parsing. */
export function isCroatianIban(iban: string): boolean {
  if (!/^HR\d{19}$/.test(iban)) return false;
  const bban = iban.slice(4);
  return [bban.slice(0, BANK_CODE_DIGITS), bban.slice(BANK_CODE_DIGITS)].every(
    (part) => mod1110CheckDigit(part.slice(0, -1)) === part.slice(-1),
  );
}
