import { type AccountReference, type Amount, fractionDigits } from '@xs2a/contracts';
import type { Language } from './languages.ts';

const LOCALE = { hr: 'hr-HR', en: 'en-GB' } as const satisfies Record<Language, string>;
const AT = { hr: 'u', en: 'at' } as const satisfies Record<Language, string>;
/** Keeps an amount and its currency, and the parts of a date, on one line. */
const NO_BREAK_SPACE = '\u00A0';

/** Formats an amount: `1.234,56 EUR` in Croatian, `EUR 1,234.56` in English. Exact at any size. */
export function formatAmount({ amount, currency }: Amount, language: Language): string {
  const digits = Math.max(fractionDigits(currency), amount.split('.')[1]?.length ?? 0);
  const number = new Intl.NumberFormat(LOCALE[language], {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: 'always',
  }).format(amount as Intl.StringNumericLiteral);
  return language === 'hr' ? number + NO_BREAK_SPACE + currency : currency + NO_BREAK_SPACE + number;
}

/** Formats an ISO date: `31. 3. 2027.` in Croatian, `31 March 2027` in English. Other text is returned as it is. */
export function formatDate(isoDate: string, language: Language): string {
  const date = new Date(`${isoDate.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return isoDate;
  return dateText(date, language, 'UTC');
}

function dateText(date: Date, language: Language, timeZone: string): string {
  if (language === 'en') return new Intl.DateTimeFormat(LOCALE.en, { dateStyle: 'long', timeZone }).format(date);
  const numeric = { day: 'numeric', month: 'numeric', year: 'numeric', timeZone } as const;
  const numbers = new Intl.DateTimeFormat(LOCALE.hr, numeric)
    .formatToParts(date)
    .filter(({ type }) => type !== 'literal')
    .map(({ value }) => `${Number(value)}.`);
  return numbers.join(NO_BREAK_SPACE);
}

/** Names months given as 1 to 12. */
export function formatMonths(months: readonly number[], language: Language): string {
  const calendar = new Intl.DateTimeFormat(LOCALE[language], { month: 'long', timeZone: 'UTC' });
  const names = months.map((month) => calendar.format(new Date(Date.UTC(2000, month - 1))));
  return new Intl.ListFormat(LOCALE[language], { type: 'conjunction' }).format(names);
}

/** Names a country given by ISO 3166-1. */
export function formatCountry(country: string, language: Language): string {
  return new Intl.DisplayNames(LOCALE[language], { type: 'region' }).of(country) ?? country;
}

/** Formats an instant in the bank's time zone. `short` shows minutes but no seconds. */
export function formatInstant(
  isoInstant: string,
  language: Language,
  timeZone: string,
  timeStyle: 'medium' | 'short' = 'medium',
): string {
  const date = new Date(isoInstant);
  if (Number.isNaN(date.getTime())) return isoInstant;
  const time = new Intl.DateTimeFormat(LOCALE[language], { timeStyle, timeZone }).format(date);
  return `${dateText(date, language, timeZone)} ${AT[language]} ${time}`;
}

/** Keeps amounts and dates within a text on one line. */
export function keepTogether(text: string): string {
  return text.replaceAll(/(?<=\d\.|\b[A-Z]{3}) (?=\d)|(?<=\d) (?=[A-Z]{3}\b)/g, NO_BREAK_SPACE);
}

/** Formats the identifier of an account. IBANs and PANs are shown in groups of four; a shorter last group stays with the one before it. */
export function formatAccount(account: AccountReference): string {
  const grouped = account.iban ?? account.maskedPan ?? account.pan;
  if (grouped !== undefined) return grouped.replace(/(.{4})(?=.)/g, '$1 ').replace(/ (?=[^ ]{1,3}$)/, NO_BREAK_SPACE);
  return account.bban ?? account.msisdn ?? account.other?.identification ?? '';
}

/** Returns the key of an account in `accountNames`. */
export function accountKey(account: AccountReference): string {
  return account.iban ?? account.maskedPan ?? account.pan ?? account.bban ?? account.msisdn ?? '';
}
