/** What `Amount` is, for what needs no schema. */
export interface AmountText {
  readonly currency: string;
  readonly amount: string;
}

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
export function fitsCurrency({ amount, currency }: AmountText): boolean {
  return (amount.split('.')[1]?.length ?? 0) <= fractionDigits(currency);
}

/** Integer minor units (cents) of a decimal text; the fraction must fit the currency. */
export function toMinorUnits({ amount, currency }: AmountText): bigint {
  const digits = fractionDigits(currency);
  const negative = amount.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? amount.slice(1) : amount).split('.');
  const units = BigInt(whole + fraction.padEnd(digits, '0'));
  return negative ? -units : units;
}

/** The wire form of integer minor units: -1205n EUR is `{ currency: 'EUR', amount: '-12.05' }`. */
export function toAmount(minorUnits: bigint, currency: string): { currency: string; amount: string } {
  const digits = fractionDigits(currency);
  const negative = minorUnits < 0n;
  const text = (negative ? -minorUnits : minorUnits).toString().padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const decimal = digits === 0 ? whole : `${whole}.${text.slice(-digits)}`;
  return { currency, amount: negative ? `-${decimal}` : decimal };
}
