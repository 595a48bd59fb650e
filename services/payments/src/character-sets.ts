import type { ProductRow } from '@xs2a/contracts';

/** SEPA Latin set (EPC217-08), and with the letters of national messages (field guide 11.4). */
const CHARACTER_SETS: Record<ProductRow['letters'], { readonly allowed: RegExp; readonly name: string }> = {
  none: { allowed: /^[a-zA-Z0-9/\-?:().,'+ ]*$/, name: 'the SEPA Latin set' },
  croatian: { allowed: /^[a-zA-Z0-9/\-?:().,'+ čćđšžČĆĐŠŽ]*$/, name: 'the SEPA Latin set and Croatian letters' },
};

/** The first text of a body that has a character its product cannot carry: where it is, and what is wrong. */
export function characterFault(
  body: Readonly<Record<string, unknown>>,
  letters: ProductRow['letters'],
): { path: string; text: string } | undefined {
  const { allowed, name } = CHARACTER_SETS[letters];
  const wrong = textsOf(body, '').find(([, text]) => !allowed.test(text));
  return wrong && { path: wrong[0], text: `may have characters of ${name} only` };
}

function textsOf(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsOf(inner, path === '' ? name : `${path}.${name}`));
}
