import { type Call, headerOf } from './call.ts';

type Language = 'hr' | 'en';

/** Text of a browser's header is short; what is longer is not read. */
const CHARACTERS_MAX = 200;

/** In which language the PSU is to be addressed, by `PSU-Accept-Language` (RFC 9110 12.5.4); undefined leaves it open. */
export function languageOf(call: Pick<Call, 'headers'>): Language | undefined {
  const ranges = (headerOf(call, 'psu-accept-language') ?? '').slice(0, CHARACTERS_MAX).split(',');
  const wanted = ranges.flatMap((range) => {
    const [, language, quality = '1'] =
      /^\s*(hr|en)(?:-[a-z0-9-]+)?\s*(?:;\s*q=([01](?:\.\d{1,3})?)\s*)?$/i.exec(range) ?? [];
    return language === undefined || Number(quality) === 0
      ? []
      : [{ language: language.toLowerCase() as Language, quality: Number(quality) }];
  });
  return wanted.toSorted((a, b) => b.quality - a.quality)[0]?.language;
}
