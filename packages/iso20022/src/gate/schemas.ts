import { readFileSync } from 'node:fs';

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

/** The namespaces of a message such as `pain.001`, in every version that is known. */
export function namespacesOf(message: string): string[] {
  return [...SCHEMA_FILES].flatMap(([namespace, named]) => (named.startsWith(`${message}.`) ? [namespace] : []));
}

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

/** The XML Schema of a namespace; undefined where none is known. */
export function schemaOf(namespace: string): string | undefined {
  const message = messageOf(namespace);
  if (message === undefined) return undefined;
  const file = readFileSync(new URL(`../../schemas/${message}.xsd`, import.meta.url), 'utf8');
  return file.replaceAll(namespaceOf(message), namespace);
}
