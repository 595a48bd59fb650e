import { z } from 'zod';
import { CURRENCY_FORM, DECIMAL_FORM, decimalFault, fitDecimalForm, NO_CURRENCY } from './amount-faults.ts';
import { isCurrency } from './currencies.ts';
import { withoutSpareZeroes } from './minor-units.ts';

/** Current or historic ISO 4217 code. `XXX` marks a multicurrency account and is not a currency of an amount. */
export const CurrencyCode = z
  .string()
  .regex(CURRENCY_FORM, { error: NO_CURRENCY, abort: true })
  .refine(isCurrency, NO_CURRENCY);

/** A decimal as text with a point: `-?[0-9]{1,14}(\.[0-9]{1,3})?` (Implementation Guidelines, Amount). */
export const DecimalText = z
  .string()
  .overwrite(fitDecimalForm)
  .regex(DECIMAL_FORM, {
    error: ({ input }) => decimalFault(input),
    // Only decimal numbers reach the arithmetic checks.
    abort: true,
  });

/** `10.00000` EUR is accepted as 10.00 EUR, wherever it comes from. */
export const Amount = z.strictObject({ currency: CurrencyCode, amount: DecimalText }).overwrite(withoutSpareZeroes);
export type Amount = z.infer<typeof Amount>;
