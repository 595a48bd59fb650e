import { hasText, type XmlElement } from './xml-element.ts';

/** Repeatable elements that are read: always arrays, even with one element. */
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

/** An element with text; if it has attributes, the text is a member next to them. */
export type TextContent = string | { readonly '#text'?: string };

type Content = string | Members;
interface Members {
  [name: string]: Content | Content[];
}

/** Name that cannot be an ordinary member of an object; no schema uses it. */
const NO_MEMBER = '__proto__';
/** May contain elements of any name, and is not read. */
const SUPPLEMENTARY = 'SplmtryData';

/**
 * Content of a sequence of elements, by name. Values are untrimmed text. Repeatable elements are arrays. Supplementary data,
 * which may contain elements of any name, is not read.
 */
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

/** Text of an element without surrounding white space; undefined if it is empty or absent. */
export function textOf(content: TextContent | undefined): string | undefined {
  const text = typeof content === 'object' ? content['#text'] : content;
  return text?.trim() || undefined;
}
