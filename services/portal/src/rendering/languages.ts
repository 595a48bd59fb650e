import type { Request } from 'express';
import { en } from '../words/en.ts';
import { hr } from '../words/hr.ts';
import type { Words } from '../words/words.ts';

export type Language = 'hr' | 'en';

export const WORDS = { hr, en } as const satisfies Record<Language, Words>;

export function isLanguage(word: unknown): word is Language {
  return typeof word === 'string' && Object.hasOwn(WORDS, word);
}

/** Chooses `?lang=`, otherwise the earlier choice, the browser's preference, or the bank's first language. */
export function chooseLanguage(
  asked: unknown,
  chosenBefore: string | undefined,
  acceptLanguage: string | undefined,
  offered: readonly Language[],
): Language {
  const candidates = [asked, chosenBefore, ...preferences(acceptLanguage)];
  return candidates.filter(isLanguage).find((language) => offered.includes(language)) ?? offered[0] ?? 'hr';
}

/** Returns the primary subtags of Accept-Language, most preferred first (RFC 9110, section 12.5.4). */
function preferences(header: Request['headers']['accept-language']): string[] {
  return (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([0-9.]+)$/.exec(parameter)?.[1]).find(Boolean);
      return { primary: range.split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ primary }) => primary);
}
