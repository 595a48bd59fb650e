import { readFileSync } from 'node:fs';
import { ParseOption, XmlDocument, XsdValidator } from 'libxml2-wasm';

const ISO = 'urn:iso:std:iso:20022:tech:xsd:';
/** The national form of pain.001: a restriction of the ISO schema under a name of its own (decision 24). */
const CROATIAN = `${ISO}scthr:`;
export const STATEMENT_VERSIONS = ['02', '04', '06', '08', '10', '13'] as const;

/** The messages whose schemas are in `schemas/`, by namespace. */
const SCHEMA_FILES = new Map<string, string>([
  ...STATEMENT_VERSIONS.flatMap((version) =>
    (['camt.052', 'camt.053'] as const).map((name) => entry(ISO, `${name}.001.${version}`)),
  ),
  ...[ISO, CROATIAN].flatMap((prefix) =>
    ['pain.001.001.03', 'pain.001.001.09', 'pain.002.001.03'].map((name) => entry(prefix, name)),
  ),
]);

function entry(prefix: string, message: string): readonly [string, string] {
  return [`${prefix}${message}`, message];
}

const validators = new Map<string, XsdValidator>();

/** The message that a namespace stands for, such as `camt.053.001.08`; undefined where no schema is there. */
export function messageOf(namespace: string): string | undefined {
  return SCHEMA_FILES.get(namespace);
}

/** Whether a namespace is of the national form. */
export function isNational(namespace: string): boolean {
  return namespace.startsWith(CROATIAN);
}

/** The namespace of an ISO 20022 message such as `camt.053.001.08`. */
export function namespaceOf(message: string): string {
  return ISO + message;
}

/** The namespace of the national form of a message. */
export function nationalNamespaceOf(message: string): string {
  return CROATIAN + message;
}

/** The compiled schema of a namespace, kept for the next use: compiling costs some 50 ms. */
export function validatorOf(namespace: string): XsdValidator | undefined {
  const message = SCHEMA_FILES.get(namespace);
  if (message === undefined) return undefined;
  const known = validators.get(namespace);
  if (known !== undefined) return known;
  const file = readFileSync(new URL(`../../schemas/${message}.xsd`, import.meta.url), 'utf8');
  using document = XmlDocument.fromString(file.replaceAll(namespaceOf(message), namespace), PARSE_SAFELY);
  const made = XsdValidator.fromDoc(document);
  validators.set(namespace, made);
  return made;
}

/** Loads nothing from anywhere; lines beyond 65,535 are counted too. */
export const PARSE_SAFELY = {
  option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NO_SYS_CATALOG,
};
