import { isCurrency, isPaymentCurrency } from './currencies.ts';
import { type AmountText, fitsCurrency, toMinorUnits, withoutSpareZeroes } from './minor-units.ts';

// Rules for amounts without schemas, for threads that check thousands of amounts.

export const CURRENCY_FORM = /^[A-Z]{3}$/;
export const NO_CURRENCY = 'must be an ISO 4217 currency code in capitals, such as EUR';
export const DECIMAL_FORM = /^-?[0-9]{1,14}(\.[0-9]{1,3})?$/;
/** An ISO 20022 decimal has up to this many digits after the point, some of which may be zeros. */
const SPARE_ZEROES = /^(-?[0-9]{1,14}\.[0-9]{3})0{1,14}$/;
/** Maximum number of digits before the point. */
export const WHOLE_DIGITS_MAX = 14;

/** Characters that an amount cannot contain, with their descriptions. */
const INVALID_CHARACTERS: readonly (readonly [isIn: (sent: string) => boolean, words: string])[] = [
  [(sent) => sent.includes(',') && sent.includes('.'), 'no separator of thousands'],
  [(sent) => sent.includes(','), 'no comma'],
  [(sent) => sent.startsWith('+'), 'no plus sign'],
  [(sent) => /\s/.test(sent), 'no blank'],
  [(sent) => /[^0-9.-]/.test(sent), 'neither a currency nor letters'],
];

export function decimalFault(sent: unknown): string {
  const words =
    typeof sent === 'string' ? INVALID_CHARACTERS.find(([isIn]) => isIn(sent.slice(0, 40)))?.[1] : undefined;
  const found = words === undefined ? '' : `, ${words}`;
  return `must be a text such as "12.50": at most ${WHOLE_DIGITS_MAX} digits, a point, at most 3 digits${found}`;
}

/** Removes trailing zeros that make a decimal too long for its form. */
export function fitDecimalForm(sent: string): string {
  return sent.replace(SPARE_ZEROES, '$1');
}

/** Rules for an amount that can be paid, in order. The first violated rule is reported. */
export const PAYABLE: readonly {
  readonly holds: (amount: AmountText) => boolean;
  readonly error: string;
  readonly path: [keyof AmountText];
}[] = [
  { holds: fitsCurrency, error: 'must have no more digits after the point than its currency has', path: ['amount'] },
  {
    holds: (amount) => !fitsCurrency(amount) || toMinorUnits(amount) > 0n,
    error: 'must be greater than zero',
    path: ['amount'],
  },
  {
    holds: ({ currency }) => isPaymentCurrency(currency),
    error: 'must be a currency that is paid in today (ISO 4217)',
    path: ['currency'],
  },
];

/** Returns the first fault that `InstructedAmount` would report for these texts, or undefined if they are valid. */
export function instructedAmountFault(sent: AmountText): string | undefined {
  const { currency } = sent;
  if (!CURRENCY_FORM.test(currency) || !isCurrency(currency)) return NO_CURRENCY;
  const amount = fitDecimalForm(sent.amount);
  if (!DECIMAL_FORM.test(amount)) return decimalFault(amount);
  const plain = withoutSpareZeroes({ currency, amount });
  return PAYABLE.find(({ holds }) => !holds(plain))?.error;
}
