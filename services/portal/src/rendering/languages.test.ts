import { describe, expect, it } from 'vitest';
import { chooseLanguage, type Language, WORDS } from './languages.ts';

const OFFERED: readonly Language[] = ['hr', 'en'];

/** Returns every text of a dictionary by its path; functions are called with a number and with a name. */
function texts(words: unknown, path = ''): [string, string][] {
  if (typeof words === 'string') return [[path, words]];
  if (typeof words === 'function') return [[path, String((words as (given: unknown) => unknown)(3))]];
  return Object.entries(words as object).flatMap(([key, value]) => texts(value, `${path}.${key}`));
}

describe('the language of a page', () => {
  it.each([
    ['en', 'hr', 'hr', 'en', 'the address goes first'],
    [undefined, 'en', 'hr', 'en', 'then what was chosen before'],
    [undefined, undefined, 'de, en-GB;q=0.8, hr;q=0.7', 'en', 'then what the browser likes best of those offered'],
    [undefined, undefined, 'hr;q=0.2, en;q=0', 'hr', 'never what the browser refuses'],
    [undefined, undefined, 'de', 'hr', 'else the first language of the bank'],
    ['xx', 'constructor', undefined, 'hr', 'words that name no language count for nothing'],
    [['en', 'hr'], undefined, undefined, 'hr', 'nor does an address that names several'],
  ])('%j, %j, %j: %s (%s)', (asked, before, header, expected, why) => {
    expect(chooseLanguage(asked, before, header, OFFERED), why).toBe(expected);
  });

  it('is never one that the bank does not offer', () => {
    expect(chooseLanguage('en', 'en', 'en', ['hr'])).toBe('hr');
  });
});

describe('the dictionaries', () => {
  it('have the same words, none of them empty', () => {
    expect(texts(WORDS.hr).map(([path]) => path)).toEqual(texts(WORDS.en).map(([path]) => path));
    for (const [path, text] of [...texts(WORDS.hr), ...texts(WORDS.en)]) expect(text.trim(), path).not.toBe('');
  });

  it('are translations: whole sentences differ', () => {
    const english = new Map(texts(WORDS.en));
    const sentences = texts(WORDS.hr).filter(([, text]) => text.split(' ').length > 3);
    for (const [path, text] of sentences) expect(text, path).not.toBe(english.get(path));
  });

  it('count in Croatian with its three forms', () => {
    expect([2, 5, 21].map(WORDS.hr.attemptsLeft)).toEqual([
      'Preostalo: 2 pokušaja.',
      'Preostalo: 5 pokušaja.',
      'Preostalo: 21 pokušaj.',
    ]);
  });
});
