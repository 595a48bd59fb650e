import { type Call, headerOf } from './call.ts';

type Language = 'hr' | 'en';

/** Browsers send short headers; a longer one is read up to this length. */
const CHARACTERS_MAX = 200;

/**
 * Returns the language from `PSU-Accept-Language`, or from another header of this format (RFC 9110 12.5.4); undefined without a
 * supported one.
 */
export function languageOf(call: Pick<Call, 'headers'>, header = 'psu-accept-language'): Language | undefined {
  const ranges = (headerOf(call, header) ?? '').slice(0, CHARACTERS_MAX).split(',');
  const wanted = ranges.flatMap((range) => {
    const [, language, quality = '1'] =
      /^\s*(hr|en)(?:-[a-z0-9-]+)?\s*(?:;\s*q=([01](?:\.\d{1,3})?)\s*)?$/i.exec(range) ?? [];
    return language === undefined || Number(quality) === 0
      ? []
      : [{ language: language.toLowerCase() as Language, quality: Number(quality) }];
  });
  return wanted.toSorted((a, b) => b.quality - a.quality)[0]?.language;
}
