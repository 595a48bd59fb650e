import { z } from 'zod';
import { isCurrency } from './currencies.ts';

const NO_CODE = 'must be an ISO 4217 currency code in capitals, such as EUR';

/**
 * ISO 4217 code, also of a currency of the past. `XXX` marks a multicurrency account and is no currency of an amount.
 */
export const CurrencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: NO_CODE, abort: true })
  .refine(isCurrency, NO_CODE);

/** A decimal as text with a point: `-?[0-9]{1,14}(\.[0-9]{1,3})?` (Implementation Guidelines, Amount). */
export const DecimalText = z.string().regex(/^-?[0-9]{1,14}(\.[0-9]{1,3})?$/, {
  error: ({ input }) =>
    `must be a text such as "12.50": at most 14 digits, a point, at most 3 digits${amountFault(input)}`,
  // What is no decimal must not reach a check that reckons with it.
  abort: true,
});

/** What does not belong into an amount. */
const STRANGERS: readonly (readonly [isIn: (sent: string) => boolean, words: string])[] = [
  [(sent) => sent.includes(',') && sent.includes('.'), 'no separator of thousands'],
  [(sent) => sent.includes(','), 'no comma'],
  [(sent) => sent.startsWith('+'), 'no plus sign'],
  [(sent) => /\s/.test(sent), 'no blank'],
  [(sent) => /[^0-9.-]/.test(sent), 'neither a currency nor letters'],
];

function amountFault(sent: unknown): string {
  const words = typeof sent === 'string' ? STRANGERS.find(([isIn]) => isIn(sent.slice(0, 40)))?.[1] : undefined;
  return words === undefined ? '' : `, ${words}`;
}

export const Amount = z.strictObject({ currency: CurrencyCode, amount: DecimalText });
export type Amount = z.infer<typeof Amount>;

/** Digits after the point for the currencies that do not have two (ISO 4217, edition of January 2026). */
const FRACTION_DIGITS = new Map<string, number>([
  ...[
    'BIF',
    'CLP',
    'DJF',
    'GNF',
    'ISK',
    'JPY',
    'KMF',
    'KRW',
    'PYG',
    'RWF',
    'UGX',
    'UYI',
    'VND',
    'VUV',
    'XAF',
    'XOF',
    'XPF',
  ].map((code) => [code, 0] as const),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3] as const),
]);

/** How many fraction digits an amount of this currency may have. */
export function fractionDigits(currency: string): number {
  return FRACTION_DIGITS.get(currency) ?? 2;
}

/** Whether an amount's fraction fits its currency: 10.005 EUR does not. */
export function fitsCurrency({ amount, currency }: Amount): boolean {
  return (amount.split('.')[1]?.length ?? 0) <= fractionDigits(currency);
}

/** Integer minor units (cents) of a decimal text; the fraction must fit the currency. */
export function toMinorUnits({ amount, currency }: Amount): bigint {
  const digits = fractionDigits(currency);
  const negative = amount.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? amount.slice(1) : amount).split('.');
  const units = BigInt(whole + fraction.padEnd(digits, '0'));
  return negative ? -units : units;
}

/** The wire form of integer minor units: -1205n EUR is `{ currency: 'EUR', amount: '-12.05' }`. */
export function toAmount(minorUnits: bigint, currency: string): Amount {
  const digits = fractionDigits(currency);
  const negative = minorUnits < 0n;
  const text = (negative ? -minorUnits : minorUnits).toString().padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const decimal = digits === 0 ? whole : `${whole}.${text.slice(-digits)}`;
  return { currency, amount: negative ? `-${decimal}` : decimal };
}
