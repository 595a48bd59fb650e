import { XMLParser } from 'fast-xml-parser';

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
