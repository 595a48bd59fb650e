import type { Language } from '@xs2a/approvals';
import { type Amount, fractionDigits } from '@xs2a/contracts';

const LOCALE = { hr: 'hr-HR', en: 'en-GB' } as const satisfies Record<Language, string>;

/** Formats amounts as on the pages: `1.234,56 EUR` in Croatian, `EUR 1,234.56` in English. Several are joined with `+`. */
export function formatAmounts(amounts: readonly Amount[], language: Language): string {
  return amounts.map((amount) => formatAmount(amount, language)).join(' + ');
}

function formatAmount({ amount, currency }: Amount, language: Language): string {
  const digits = Math.max(fractionDigits(currency), amount.split('.')[1]?.length ?? 0);
  const number = new Intl.NumberFormat(LOCALE[language], {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: 'always',
  }).format(amount as Intl.StringNumericLiteral);
  return language === 'hr' ? `${number} ${currency}` : `${currency} ${number}`;
}

/** Formats an ISO date as on the pages: `31. 3. 2027.` in Croatian, `31 March 2027` in English. */
export function formatDate(day: string, language: Language): string {
  if (language === 'hr')
    return day
      .split('-')
      .toReversed()
      .map((part) => `${Number(part)}.`)
      .join(' ');
  return new Intl.DateTimeFormat(LOCALE.en, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
