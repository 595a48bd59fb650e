import { XMLParser } from 'fast-xml-parser';
import { hasText, type XmlElement } from './xml-element.ts';

/** Elements that may occur several times and are read: always lists, also where there is one. */
const REPEATED: ReadonlySet<string> = new Set([
  'AddtlRmtInf',
  'Bal',
  'CdtLine',
  'NtryDtls',
  'PrtryAmt',
  'Strd',
  'TxDtls',
  'Ustrd',
]);

/**
 * Values stay text: the parser would make 10.1 of 0010.10. Entities are decoded here, because the parser counts and
 * limits them over the whole document. Supplementary data may hold elements of any name: they are not looked into.
 */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  jPath: false,
  stopNodes: ['..SplmtryData'],
  isArray: (name) => REPEATED.has(name),
  tagValueProcessor: (_, text) => decodeReferences(text),
  attributeValueProcessor: (_, text) => decodeReferences(text),
});

/** An element with text; where it has attributes, the text stands beside them. */
export type TextContent = string | { readonly '#text'?: string };

/**
 * The content of elements that follow one another, by their names. For XML of `buildElement` alone, whose schema was
 * checked or is being checked: the parser by itself accepts what is not well-formed.
 */
export function parseContent<Content extends object>(xml: string): Content {
  return parser.parse(xml) as Content;
}

type Content = string | Members;
interface Members {
  [name: string]: Content | Content[];
}

/** What cannot be a member of an object like any other; no schema has it. */
const NO_MEMBER = '__proto__';
/** May hold elements of any name, and is not looked into. */
const SUPPLEMENTARY = 'SplmtryData';

/** The same as {@link parseContent} of the XML of these elements, without writing and parsing it. */
export function contentOf<Found extends object>(elements: readonly XmlElement[]): Found {
  return membersOf(elements, {}) as Found;
}

function membersOf(elements: readonly XmlElement[], members: Members): Members {
  for (const element of elements) {
    const { name } = element;
    if (name === NO_MEMBER || name === SUPPLEMENTARY) continue;
    const content = contentOfOne(element);
    const before = Object.hasOwn(members, name) ? members[name] : undefined;
    if (Array.isArray(before)) before.push(content);
    else if (before !== undefined) members[name] = [before, content];
    else members[name] = REPEATED.has(name) ? [content] : content;
  }
  return members;
}

function contentOfOne(element: XmlElement): Content {
  const { attributes, children, text } = element;
  if (attributes.size === 0 && children.length === 0) return text;
  const members: Members = {};
  for (const [name, value] of attributes) members[`@${name}`] = value;
  if (hasText(element)) members['#text'] = text;
  return membersOf(children, members);
}

/** The text of an element without the space around it; undefined where it is empty or absent. */
export function textOf(content: TextContent | undefined): string | undefined {
  const text = typeof content === 'object' ? content['#text'] : content;
  return text?.trim() || undefined;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The five entities of XML and numeric references, each decoded once. There are no others: no document type is read. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(amp|lt|gt|quot|apos));/gi, (_, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name] ?? `&${name};`;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}
