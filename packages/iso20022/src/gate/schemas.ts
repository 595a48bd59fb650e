import { readFileSync } from 'node:fs';
import type { XmlElement } from '../xml/xml-element.ts';
import { XmlRefusal } from './xml-refusal.ts';

const ISO = 'urn:iso:std:iso:20022:tech:xsd:';
/** National forms of pain.001: restrictions of the ISO schema with their own namespaces (decision 24). */
const CROATIAN = `${ISO}scthr:`;
const CROATIAN_INSTANT = `${ISO}sctinsthr:`;
/** Messages with account data: report, statement, and notification of single entries. */
const STATEMENT_MESSAGES = ['camt.052', 'camt.053', 'camt.054'] as const;
export const STATEMENT_VERSIONS = ['02', '04', '06', '08', '10', '13'] as const;

/** Messages with a schema in `schemas/`, by namespace. */
const SCHEMA_FILES = new Map<string, string>([
  ...STATEMENT_VERSIONS.flatMap((version) => STATEMENT_MESSAGES.map((name) => entry(ISO, `${name}.001.${version}`))),
  ...[ISO, CROATIAN, CROATIAN_INSTANT].flatMap((prefix) =>
    ['pain.001.001.03', 'pain.001.001.09', 'pain.002.001.03'].map((name) => entry(prefix, name)),
  ),
]);

function entry(prefix: string, message: string): readonly [string, string] {
  return [`${prefix}${message}`, message];
}

/** Namespaces of a message such as `pain.001`, in all known versions. */
export function namespacesOf(message: string): string[] {
  return [...SCHEMA_FILES].flatMap(([namespace, named]) => (named.startsWith(`${message}.`) ? [namespace] : []));
}

/** Namespaces of all messages that have a schema. */
function knownNamespaces(): string[] {
  return [...SCHEMA_FILES.keys()];
}

/** Namespaces of statements, in all known versions. */
export function statementNamespaces(): string[] {
  return STATEMENT_MESSAGES.flatMap(namespacesOf);
}

/** Namespaces of pain.001 for a payment product. The namespace of the instant scheme requires instant execution. */
export function initiationNamespaces({ instant = false }: { readonly instant?: boolean }): string[] {
  return namespacesOf('pain.001').filter((namespace) => instant || !namespace.startsWith(CROATIAN_INSTANT));
}

/** Message of a namespace, such as `camt.053.001.08`; undefined if there is no schema. */
export function messageOf(namespace: string): string | undefined {
  return SCHEMA_FILES.get(namespace);
}

/** Whether a namespace is that of a national form. */
export function isNational(namespace: string): boolean {
  return namespace.startsWith(CROATIAN) || namespace.startsWith(CROATIAN_INSTANT);
}

/** Namespace of an ISO 20022 message such as `camt.053.001.08`. */
export function namespaceOf(message: string): string {
  return ISO + message;
}

/** Namespace of the national form of a message. */
export function nationalNamespaceOf(message: string): string {
  return CROATIAN + message;
}

/** XML Schema of a namespace; undefined if it is unknown. */
export function schemaOf(namespace: string): string | undefined {
  const message = messageOf(namespace);
  if (message === undefined) return undefined;
  const file = readFileSync(new URL(`../../schemas/${message}.xsd`, import.meta.url), 'utf8');
  return file.replaceAll(namespaceOf(message), namespace);
}

/** Namespaces of ISO 20022 and its national forms have about 50 characters. */
const NAMESPACE_CHARACTERS_MAX = 80;
const VERSION = /[0-9]{2}$/;

interface Found {
  readonly element: Pick<XmlElement, 'name' | 'line'>;
  /** Namespace of the root element; absent if that is not `Document`. */
  readonly namespace?: string;
}

/** Refuses a message by its namespace, with the namespace found and the accepted messages and versions. */
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

/** Returns a namespace for an error text, or a placeholder if it cannot be the namespace of a message. */
function shown(namespace: string): string {
  return namespace.length <= NAMESPACE_CHARACTERS_MAX && /^[\w:./#-]+$/.test(namespace) ? namespace : 'another one';
}

/** Lists each message once, with its versions: `urn:…:camt.053.001.02, 04 or 08`. */
function listed(namespaces: readonly string[]): string {
  const messages = Map.groupBy(namespaces, (namespace) => namespace.replace(VERSION, ''));
  return Array.from(messages, ([message, all]) => {
    const versions = all.map((namespace) => VERSION.exec(namespace)?.[0] ?? '');
    const last = versions.pop() ?? '';
    return `${message}${versions.length === 0 ? last : `${versions.join(', ')} or ${last}`}`;
  }).join('; ');
}
