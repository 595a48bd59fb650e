import { readFileSync } from 'node:fs';
import { ParseOption, XmlDocument, XsdValidator } from 'libxml2-wasm';
import { messageOf, namespaceOf } from './schemas.ts';

const validators = new Map<string, XsdValidator>();

/** Loads nothing from anywhere; lines beyond 65,535 are counted too. */
export const PARSE_SAFELY = {
  option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NO_SYS_CATALOG,
};

/** The compiled schema of a namespace, kept for the next use: compiling costs some 50 ms. */
export function validatorOf(namespace: string): XsdValidator | undefined {
  const message = messageOf(namespace);
  if (message === undefined) return undefined;
  const known = validators.get(namespace);
  if (known !== undefined) return known;
  const file = readFileSync(new URL(`../../schemas/${message}.xsd`, import.meta.url), 'utf8');
  using document = XmlDocument.fromString(file.replaceAll(namespaceOf(message), namespace), PARSE_SAFELY);
  const made = XsdValidator.fromDoc(document);
  validators.set(namespace, made);
  return made;
}
