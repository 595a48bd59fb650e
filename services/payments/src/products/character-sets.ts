import type { Fault, ProductRow } from '@xs2a/contracts';
import { isNational, refuseXmlFaults, stepOf, type XmlElement, type XmlFault } from '@xs2a/iso20022';

/** The SEPA Latin set (EPC217-08), alone and with the letters of national messages (decision 25). */
export const CHARACTER_SETS: Record<ProductRow['letters'], { readonly allowed: RegExp; readonly name: string }> = {
  none: { allowed: /^[a-zA-Z0-9/\-?:().,'+ ]*$/, name: 'the SEPA Latin set' },
  croatian: { allowed: /^[a-zA-Z0-9/\-?:().,'+ čćđšžČĆĐŠŽ]*$/, name: 'the SEPA Latin set and Croatian letters' },
};

/** Returns the texts in a body with a character that its product does not allow, and those that are blank. */
export function characterFaults(body: Readonly<Record<string, unknown>>, letters: ProductRow['letters']): Fault[] {
  const { allowed, name } = CHARACTER_SETS[letters];
  return textsOf(body, '').flatMap(([path, value]): Fault[] => {
    if (value.trim() === '') return [{ situation: 'fieldInvalid', path, text: 'must not be of blanks alone' }];
    if (allowed.test(value)) return [];
    return [{ situation: 'fieldInvalid', path, text: `may contain only characters of ${name}` }];
  });
}

function textsOf(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsOf(inner, path === '' ? name : `${path}.${name}`));
}

/** Contact details and supplementary data are not text of a payment. */
export const NOT_TEXT: ReadonlySet<string> = new Set(['CtctDtls', 'SplmtryData']);

/**
 * Returns the permitted letters: national messages may contain Croatian letters, ISO 20022 messages only the SEPA Latin set
 * (decision 25).
 */
export function lettersOf(namespace: string): ProductRow['letters'] {
  return isNational(namespace) ? 'croatian' : 'none';
}

export function refuseForeignCharacters(element: XmlElement, path: string, namespace: string): void {
  refuseXmlFaults(foreignTextsOf(element, path, namespace).map((wrong) => foreignFault(wrong, namespace)));
}

export function foreignFault(path: string, namespace: string): XmlFault {
  return { path, reason: `may contain only characters of ${CHARACTER_SETS[lettersOf(namespace)].name}` };
}

/** Returns the paths of a message's texts with a character that is not allowed. */
export function foreignTextsOf(element: XmlElement, path: string, namespace: string): string[] {
  const { allowed } = CHARACTER_SETS[lettersOf(namespace)];
  // Paths are built only for these: thousands of texts have no such character.
  return hasForeignText(element, allowed) ? foreignTexts(element, path, allowed) : [];
}

function hasForeignText({ children, text }: XmlElement, allowed: RegExp): boolean {
  if (children.length === 0) return !allowed.test(text.trim());
  return children.some((child) => !NOT_TEXT.has(child.name) && hasForeignText(child, allowed));
}

function foreignTexts(element: XmlElement, path: string, allowed: RegExp): string[] {
  if (element.children.length === 0) return allowed.test(element.text.trim()) ? [] : [path];
  return element.children.flatMap((child) =>
    NOT_TEXT.has(child.name) ? [] : foreignTexts(child, `${path}/${stepOf(child)}`, allowed),
  );
}
