import { readFileSync } from 'node:fs';
import type { XmlElement } from '../xml/xml-element.ts';
import { XmlRefusal } from './xml-refusal.ts';

const ISO = 'urn:iso:std:iso:20022:tech:xsd:';
/** The national forms of pain.001: restrictions of the ISO schema under names of their own (decision 24). */
const CROATIAN = `${ISO}scthr:`;
const CROATIAN_INSTANT = `${ISO}sctinsthr:`;
/** Messages with statements: report, statement, and notification of single entries. */
const STATEMENT_MESSAGES = ['camt.052', 'camt.053', 'camt.054'] as const;
export const STATEMENT_VERSIONS = ['02', '04', '06', '08', '10', '13'] as const;

/** The messages whose schemas are in `schemas/`, by namespace. */
const SCHEMA_FILES = new Map<string, string>([
  ...STATEMENT_VERSIONS.flatMap((version) => STATEMENT_MESSAGES.map((name) => entry(ISO, `${name}.001.${version}`))),
  ...[ISO, CROATIAN, CROATIAN_INSTANT].flatMap((prefix) =>
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

/** The namespaces of all messages that there is a schema of. */
function knownNamespaces(): string[] {
  return [...SCHEMA_FILES.keys()];
}

/** The namespaces of statements, in every version that is known. */
export function statementNamespaces(): string[] {
  return STATEMENT_MESSAGES.flatMap(namespacesOf);
}

/** The namespaces of pain.001 that a payment product has: that of the instant scheme says how the payment is executed. */
export function initiationNamespaces({ instant = false }: { readonly instant?: boolean }): string[] {
  return namespacesOf('pain.001').filter((namespace) => instant || !namespace.startsWith(CROATIAN_INSTANT));
}

/** The message that a namespace stands for, such as `camt.053.001.08`; undefined where no schema is there. */
export function messageOf(namespace: string): string | undefined {
  return SCHEMA_FILES.get(namespace);
}

/** Whether a namespace is of a national form. */
export function isNational(namespace: string): boolean {
  return namespace.startsWith(CROATIAN) || namespace.startsWith(CROATIAN_INSTANT);
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

/** The namespaces of ISO 20022 and of its national forms have some 50 characters. */
const NAMESPACE_CHARACTERS_MAX = 80;
const VERSION = /[0-9]{2}$/;

interface Found {
  readonly element: Pick<XmlElement, 'name' | 'line'>;
  /** Of the outermost element; left out where that is no `Document`. */
  readonly namespace?: string;
}

/** Refuses a message by its namespace. Tells what was found, and which messages are accepted in which versions. */
export function refuseMessage({ element, namespace }: Found, accepted: readonly string[] = knownNamespaces()): never {
  const found =
    namespace === undefined
      ? 'it is no Document'
      : namespace === ''
        ? 'it has no namespace (xmlns)'
        : `its namespace (xmlns) is ${shown(namespace)}`;
  throw new XmlRefusal(`is of no message that is accepted here: ${found}. Accepted: Document of ${listed(accepted)}`, {
    path: `/${element.name}`,
    line: element.line,
  });
}

/** A name as it was sent; what could be no namespace of a message is not repeated. */
function shown(namespace: string): string {
  return namespace.length <= NAMESPACE_CHARACTERS_MAX && /^[\w:./#-]+$/.test(namespace) ? namespace : 'another one';
}

/** Each message once, with its versions: `urn:…:camt.053.001.02, 04 or 08`. */
function listed(namespaces: readonly string[]): string {
  const messages = Map.groupBy(namespaces, (namespace) => namespace.replace(VERSION, ''));
  return Array.from(messages, ([message, all]) => {
    const versions = all.map((namespace) => VERSION.exec(namespace)?.[0] ?? '');
    const last = versions.pop() ?? '';
    return `${message}${versions.length === 0 ? last : `${versions.join(', ')} or ${last}`}`;
  }).join('; ');
}
