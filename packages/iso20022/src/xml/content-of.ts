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

/** An element with text; where it has attributes, the text stands beside them. */
export type TextContent = string | { readonly '#text'?: string };

type Content = string | Members;
interface Members {
  [name: string]: Content | Content[];
}

/** Name that cannot be an ordinary member of an object; no schema uses it. */
const NO_MEMBER = '__proto__';
/** May hold elements of any name, and is not looked into. */
const SUPPLEMENTARY = 'SplmtryData';

/**
 * The content of elements that follow one another, by their names. Values stay text and are not trimmed. What may be repeated is a
 * list. Supplementary data may hold elements of any name: they are not looked into.
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

/** The text of an element without the space around it; undefined where it is empty or absent. */
export function textOf(content: TextContent | undefined): string | undefined {
  const text = typeof content === 'object' ? content['#text'] : content;
  return text?.trim() || undefined;
}
