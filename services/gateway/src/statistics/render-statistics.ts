import { fileURLToPath } from 'node:url';
import type { AspspProfile } from '@xs2a/contracts';
import { brandLinks, brandMark, iconLink, type PageStyle } from '@xs2a/page-style';
import { Eta } from 'eta';
import { type DayFigures, DEDICATED, type PublishedQuarter } from './read-figures.ts';
import { STATISTICS_WORDS, type StatisticsLanguage } from './statistics-words.ts';

const LOCALE = { hr: 'hr-HR', en: 'en-GB' } as const satisfies Record<StatisticsLanguage, string>;
const NAMES = { hr: 'Hrvatski', en: 'English' } as const satisfies Record<StatisticsLanguage, string>;
const DAY_SECONDS_MIN = 82_800;
const NOTHING = '–';

const eta = new Eta({
  views: fileURLToPath(new URL('../../pages', import.meta.url)),
  autoEscape: true,
  cache: true,
});

interface Shown {
  readonly profile: Pick<AspspProfile, 'languages'>;
  readonly style: PageStyle;
  /** Path of the style files. */
  readonly folder: string;
}

/** Renders the page of one quarter, newest day first. */
export function renderStatistics(
  { quarter, quarters, figures }: PublishedQuarter,
  language: StatisticsLanguage,
  { profile: { languages }, style, folder }: Shown,
): string {
  const rows = figures.toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1));
  return eta.render('statistics', {
    language,
    words: STATISTICS_WORDS[language],
    bankName: style.bankName,
    iconLink: iconLink(style, folder),
    brandMark: brandMark(style, folder),
    brandLinks: brandLinks(style, language),
    languages: languages.map((one) => ({ language: one, name: NAMES[one] })),
    quarter,
    quarters,
    rows: rows.map((row) => rowOf(row, language)),
  });
}

function rowOf(figures: DayFigures, language: StatisticsLanguage) {
  const decimal = (value: number | undefined, digits: number): string =>
    value === undefined
      ? NOTHING
      : new Intl.NumberFormat(LOCALE[language], {
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        }).format(value);
  const percent = (value: number | undefined): string =>
    value === undefined ? NOTHING : `${decimal(value, 3)}${language === 'hr' ? '\u00A0%' : '%'}`;
  return {
    date: figures.date,
    dateText: dateText(figures.date, language),
    isPart: figures.observedSeconds < DAY_SECONDS_MIN,
    name: figures.name === DEDICATED ? STATISTICS_WORDS[language].dedicated : figures.name,
    uptime: percent(figures.uptimePercent),
    downtime: percent(figures.downtimePercent),
    pisp: decimal(figures.pispMs, 0),
    aisp: decimal(figures.aispMs, 0),
    cbpii: decimal(figures.cbpiiMs, 0),
    errors: percent(figures.errorPercent),
  };
}

/** Returns `31. 3. 2027.` in Croatian, `31 March 2027` in English. */
function dateText(date: string, language: StatisticsLanguage): string {
  if (language === 'hr')
    return date
      .split('-')
      .toReversed()
      .map((part) => `${Number(part)}.`)
      .join('\u00A0');
  return new Intl.DateTimeFormat(LOCALE.en, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
}
