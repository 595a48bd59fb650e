import { mod1110CheckDigit } from '@xs2a/contracts';

/** Returns a Croatian IBAN from the 6 payload digits of a bank code and the 9 payload digits of an account number. */
export function croatianIban(bank: string, account: string): string {
  const bban = bank + mod1110CheckDigit(bank) + account + mod1110CheckDigit(account);
  // H = 17, R = 27; the check digits count as 00 during the computation (ISO 13616).
  const check = 98n - (BigInt(`${bban}172700`) % 97n);
  return `HR${check.toString().padStart(2, '0')}${bban}`;
}
