/** Check digit of ISO 7064 MOD 11,10, as Croatian bank codes and account numbers end in one (field guide 11.4). */
export function mod1110CheckDigit(digits: string): string {
  let product = 10;
  for (const digit of digits) {
    const sum = (product + Number(digit)) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return String((11 - product) % 10);
}

/** A Croatian IBAN from the 6 payload digits of a bank code and the 9 payload digits of an account number. */
export function croatianIban(bank: string, account: string): string {
  const bban = bank + mod1110CheckDigit(bank) + account + mod1110CheckDigit(account);
  // H = 17, R = 27; the check digits count as 00 while they are computed (ISO 13616).
  const check = 98n - (BigInt(`${bban}172700`) % 97n);
  return `HR${check.toString().padStart(2, '0')}${bban}`;
}
