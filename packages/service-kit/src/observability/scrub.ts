// No `\b`: in JSON, the letter of an escape such as \n precedes the start of a line.
/** Country code, check digits and account number of an IBAN, also in groups of four. */
const IBAN = /(?<![A-Z0-9])[A-Z]{2}[0-9]{2}(?: ?[A-Za-z0-9]{4}){2,7}(?: ?[A-Za-z0-9]{1,3})?(?![A-Za-z0-9])/g;
/** Digits of a card number, also in groups of four. */
const CARD_NUMBER = /(?<![0-9])(?:[0-9]{13,19}|[0-9]{4}([ -])[0-9]{4}\1[0-9]{4}\1[0-9]{1,7})(?![0-9])/g;
/** A JWT at the start of a word, or any bearer token. */
const BEARER_TOKEN = /(?<=\\[bfnrt]|(?<![\w-]))eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*|(?<=Bearer )[\w.~+/-]+=*/g;
const DATABASE_CREDENTIALS = /(mongodb(?:\+srv)?|nats|tls):\/\/[^@\s/]{1,200}@/g;

const OF_IDS = /[0-9A-Fa-f-]/;
/** A UUID, a trace id, or a traceparent. */
const ID =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:[0-9a-f]{2}-)?[0-9a-f]{32}(?:-[0-9a-f]{16}-[0-9a-f]{2})?)$/i;

/** Ids are kept: by chance, one may contain the digits of a card or, in capitals, the form of an IBAN. */
function isPartOfId(line: string, start: number, length: number): boolean {
  let [from, to] = [start, start + length];
  while (from > 0 && OF_IDS.test(line.charAt(from - 1))) from--;
  while (to < line.length && OF_IDS.test(line.charAt(to))) to++;
  return ID.test(line.slice(from, to));
}

/** Checks the Luhn digit, so that other long numbers stay readable. */
function isCardNumber(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Removes account numbers, card numbers, tokens and credentials from a log line before it is written. */
export function scrub(line: string): string {
  // Few lines contain a token, and the look-behind at every character takes half of the time of all four patterns.
  const mayHaveToken = line.includes('eyJ') || line.includes('Bearer ');
  return (mayHaveToken ? line.replace(BEARER_TOKEN, '[TOKEN]') : line)
    .replace(IBAN, (iban, start: number, all: string) => (isPartOfId(all, start, iban.length) ? iban : '[IBAN]'))
    .replace(CARD_NUMBER, (digits, _, start: number, all: string) =>
      isCardNumber(digits.replace(/[ -]/g, '')) && !isPartOfId(all, start, digits.length) ? '[PAN]' : digits,
    )
    .replace(DATABASE_CREDENTIALS, '$1://[CREDENTIALS]@');
}
