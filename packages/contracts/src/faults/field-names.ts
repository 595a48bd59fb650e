import { LENGTHS_MAX } from '../interface/xs2a-error.ts';
import { nearestWord } from './nearest-word.ts';

export type Path = readonly PropertyKey[];

/** Path in the notation of the interface: `creditorAccount.iban`, `payments[3].creditorName`. */
export function nameOf(path: Path): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? String(part) : `.${String(part)}`))
    .join('')
    .slice(0, LENGTHS_MAX.path);
}

/** Describes an unknown field, as the end of a sentence: names the field that was probably meant, or lists all known fields. */
export function unknownField(name: string, known: readonly string[]): string {
  const meant = nearestWord(name, known);
  if (meant !== undefined) return `is not a field here; ${meant} is`;
  return `is not a field here${known.length > 0 ? `; the fields are ${known.join(', ')}` : ''}`;
}
