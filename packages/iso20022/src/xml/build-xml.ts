import { XMLBuilder, type XmlBuilderOptions } from 'fast-xml-parser';
import { hasText, type XmlElement } from './xml-element.ts';

/** Characters that XML 1.0 cannot contain in any form: control characters, lone surrogates, the last two of the plane. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

const OPTIONS: XmlBuilderOptions = {
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  // Otherwise an attribute whose value is `true` loses it.
  suppressBooleanAttributes: false,
  // The library does not escape line ends and tabs, which a reader would turn into spaces.
  processEntities: false,
  tagValueProcessor: (_, text) => escapeXml(String(text)),
  attributeValueProcessor: (_, text) => escapeXml(String(text)),
};
const contentBuilder = new XMLBuilder(OPTIONS);

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Escapes text for content and attributes. Characters that XML cannot contain become a space. */
export function escapeXml(text: string): string {
  return text.replaceAll(NOT_IN_XML, ' ').replaceAll(/[&<>"\t\n\r]/g, (character) => REFERENCES[character] ?? '');
}

/** Content of an element: its text, or its members in order. `@name` is an attribute, `#text` the text next to it. */
export type XmlContent = string | XmlMembers;
export interface XmlMembers {
  readonly [name: string]: XmlContent | readonly XmlContent[];
}

/** Returns the members that have content; undefined if none has, so that the element is omitted. */
export function omitEmpty(
  members: Readonly<Record<string, XmlContent | readonly XmlContent[] | undefined>>,
): XmlMembers | undefined {
  const kept: Record<string, XmlContent | readonly XmlContent[]> = {};
  for (const [name, content] of Object.entries(members)) {
    if (content !== undefined && content.length !== 0) kept[name] = content;
  }
  return Object.keys(kept).length === 0 ? undefined : kept;
}

/** Builds XML of the members, without a declaration. */
export function buildXml(members: XmlMembers): string {
  return contentBuilder.build(members);
}

/** Builds XML of a tree: no prefixes, no comments, no CDATA, no white space between elements. */
export function buildElement(element: XmlElement, namespace?: string): string {
  const { name, attributes, children, text } = element;
  let xml = namespace === undefined ? `<${name}` : `<${name} xmlns="${escapeXml(namespace)}"`;
  for (const [attribute, value] of attributes) xml += ` ${attribute}="${escapeXml(value)}"`;
  xml += '>';
  if (hasText(element)) xml += escapeXml(text);
  for (const child of children) xml += buildElement(child);
  return `${xml}</${name}>`;
}
