/** Type of `Amount` for code without schemas. */
export interface AmountText {
  readonly currency: string;
  readonly amount: string;
}

/** Digits after the point of currencies that do not have two (ISO 4217, edition of January 2026). */
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

/** Number of fraction digits of a currency. */
export function fractionDigits(currency: string): number {
  return FRACTION_DIGITS.get(currency) ?? 2;
}

/** Whether the fraction digits of an amount fit its currency: those of 10.005 EUR do not. */
export function fitsCurrency({ amount, currency }: AmountText): boolean {
  return (amount.split('.')[1]?.length ?? 0) <= fractionDigits(currency);
}

/**
 * Removes trailing zeros beyond the fraction digits of the currency: 10.00000 EUR becomes 10.00 EUR, 10.0 JPY becomes 10 JPY. ISO
 * 20022 permits five digits after the point.
 */
export function withoutSpareZeroes<Sent extends AmountText>(sent: Sent): Sent {
  const { amount, currency } = sent;
  const point = amount.indexOf('.');
  const digits = fractionDigits(currency);
  if (point < 0 || fitsCurrency(sent)) return sent;
  const least = digits === 0 ? point : point + 1 + digits;
  let end = amount.length;
  while (end > least && (amount[end - 1] === '0' || end === point + 1)) end--;
  return end === amount.length ? sent : { ...sent, amount: amount.slice(0, end) };
}

/** Converts an amount to integer minor units (cents). Its fraction digits must fit the currency. */
export function toMinorUnits({ amount, currency }: AmountText): bigint {
  const digits = fractionDigits(currency);
  const negative = amount.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? amount.slice(1) : amount).split('.');
  const units = BigInt(whole + fraction.padEnd(digits, '0'));
  return negative ? -units : units;
}

/** Converts integer minor units to the form of the interface: -1205n EUR becomes `{ currency: 'EUR', amount: '-12.05' }`. */
export function toAmount(minorUnits: bigint, currency: string): { currency: string; amount: string } {
  const digits = fractionDigits(currency);
  const negative = minorUnits < 0n;
  const text = (negative ? -minorUnits : minorUnits).toString().padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const decimal = digits === 0 ? whole : `${whole}.${text.slice(-digits)}`;
  return { currency, amount: negative ? `-${decimal}` : decimal };
}
