import { type Call, headerOf } from './call.ts';

type Language = 'hr' | 'en';

/** Browsers send short headers; the rest of a longer one is not read. */
const CHARACTERS_MAX = 200;

/** The language by `PSU-Accept-Language`, or by another header of its form (RFC 9110 12.5.4); undefined without a supported one. */
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
