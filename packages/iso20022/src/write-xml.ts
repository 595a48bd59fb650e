import type { XmlElement } from './xml-element.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
/** What XML 1.0 cannot carry in any form: control characters, lone surrogates, the two last of the plane. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Text for content and attributes. Characters that no XML can carry become a space. */
export function escapeXml(text: string): string {
  return text.replaceAll(NOT_IN_XML, ' ').replaceAll(/[&<>"\t\n\r]/g, (character) => ESCAPES[character] ?? '');
}

/** XML that is written already: not escaped again. */
export interface Written {
  readonly xml: string;
}

type Content = string | Written | undefined;

/** An element with text or elements in it; an element without any content is left out. */
export function xml(name: string, ...content: readonly Content[]): Written | undefined {
  const inner = content.map((one) => (typeof one === 'string' ? escapeXml(one) : (one?.xml ?? ''))).join('');
  return inner === '' ? undefined : { xml: `<${name}>${inner}</${name}>` };
}

/** As {@link xml}, with attributes, and written even where it is empty. */
export function xmlWith(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...content: readonly Content[]
): Written {
  const inner = content.map((one) => (typeof one === 'string' ? escapeXml(one) : (one?.xml ?? ''))).join('');
  return { xml: `${startTag(name, Object.entries(attributes))}${inner}</${name}>` };
}

export function startTag(name: string, attributes: Iterable<readonly [string, string]> = []): string {
  return `<${name}${Array.from(attributes, ([key, value]) => ` ${key}="${escapeXml(value)}"`).join('')}>`;
}

/** A tree as it was read, in its namespace. */
export function writeElement(element: XmlElement, namespace?: string): string {
  const { name, attributes, children, text } = element;
  const own = element.namespace ?? namespace;
  const start = startTag(name, [...(own === undefined ? [] : [['xmlns', own] as const]), ...attributes]);
  // Below an element of another namespace each child names its own again.
  const inner = children.map((one) => {
    return writeElement(one, element.namespace !== undefined && one.namespace === undefined ? namespace : undefined);
  });
  return `${start}${escapeXml(text)}${inner.join('')}</${name}>`;
}
