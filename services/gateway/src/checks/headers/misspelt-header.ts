import { nearestWord } from '@xs2a/contracts';
import type { Call } from '../../request/call.ts';
import { HEADER_FORMATS } from './header-formats.ts';

/** Upper bound on the headers compared to find a misspelt one. */
const NAMES_COMPARED_MAX = 50;

/** Returns the misspelt name under which a missing header was probably sent, as the end of a sentence: `; ConsentID was sent`. */
export function misspeltHeaderHint({ rawHeaders }: Pick<Call, 'rawHeaders'>, missing: string): string {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).slice(0, NAMES_COMPARED_MAX);
  const meant = nearestWord(
    missing,
    names.filter((name) => !HEADER_FORMATS.has(name.toLowerCase())),
  );
  return meant === undefined ? '' : `; ${meant} was sent`;
}
