import { type AspspProfile, EDITIONS, toWireText } from '@xs2a/contracts';
import { isBeyondStandard } from './field-aliases.ts';

export type Replacer = (this: unknown, name: string, value: unknown) => unknown;

/** Returns the JSON.stringify replacer for the answer style of the profile, or undefined if the style changes nothing. */
export function answerStyle({
  wireStyle,
  fieldAliases,
  edition,
}: Pick<AspspProfile, 'wireStyle' | 'fieldAliases' | 'edition'>): Replacer | undefined {
  const asText = wireStyle === 'text';
  const { authenticationTypes } = EDITIONS[edition];
  if (!asText && fieldAliases && Object.keys(authenticationTypes).length === 0) return undefined;
  return function write(this: unknown, name, value) {
    if (!fieldAliases && isBeyondStandard(this, name)) return undefined;
    if (name === 'authenticationType') return authenticationTypes[String(value)] ?? value;
    return asText ? toWireText(value) : value;
  };
}
