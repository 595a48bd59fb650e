import { type AspspProfile, inText } from '@xs2a/contracts';
import { isBeyondStandard } from './field-aliases.ts';

export type Replacer = (this: unknown, name: string, value: unknown) => unknown;

/** Returns the JSON.stringify replacer for the answer style of the profile, or undefined if the style changes nothing. */
export function answerStyle({
  wireStyle,
  fieldAliases,
}: Pick<AspspProfile, 'wireStyle' | 'fieldAliases'>): Replacer | undefined {
  const asText = wireStyle === 'text';
  if (!asText && fieldAliases) return undefined;
  return function write(this: unknown, name, value) {
    if (!fieldAliases && isBeyondStandard(this, name)) return undefined;
    return asText ? inText(value) : value;
  };
}
