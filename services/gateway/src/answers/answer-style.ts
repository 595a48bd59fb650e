import { type AspspProfile, inText } from '@xs2a/contracts';
import { isBeyondStandard } from './field-aliases.ts';

export type Replacer = (this: unknown, name: string, value: unknown) => unknown;

/** The replacer of JSON.stringify that writes answers in the style of the profile; undefined if nothing changes. */
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
