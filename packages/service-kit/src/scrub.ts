/** Country, check digits and account of an IBAN, also in groups of four. */
const IBAN = /\b[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g;
const CARD_NUMBER = /\b[0-9]{13,19}\b/g;
const BEARER_TOKEN = /\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g;
const DATABASE_CREDENTIALS = /\b(mongodb(?:\+srv)?|nats|tls):\/\/[^@\s/]{1,200}@/g;

/** Luhn check digit, so that other long numbers stay readable. */
function isCardNumber(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** The last wall before a log line leaves: account numbers, card numbers, tokens and credentials are taken out. */
export function scrub(line: string): string {
  return line
    .replace(IBAN, '[IBAN]')
    .replace(CARD_NUMBER, (digits) => (isCardNumber(digits) ? '[PAN]' : digits))
    .replace(BEARER_TOKEN, '[TOKEN]')
    .replace(DATABASE_CREDENTIALS, '$1://[CREDENTIALS]@');
}
