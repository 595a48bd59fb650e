import type { XmlElement } from '../xml/xml-element.ts';

const TAG = /<(\/?)xs:([A-Za-z]+)((?: [A-Za-z:]+="[^"<&]*")*)(\/?)>/g;
const ATTRIBUTE = / ([A-Za-z:]+)="([^"]*)"/g;

type Open = XmlElement & { readonly children: XmlElement[] };

/**
 * Reads a schema of `schemas/`: tags with the prefix `xs` are all that counts there. In a twentieth of the time that the reader of messages
 * takes, which trusts nothing; a test compares the two.
 */
export function readSchema(text: string): XmlElement {
  const around = opened('', '');
  const open: Open[] = [around];
  for (const [, end, name = '', attributes = '', empty] of text.matchAll(TAG)) {
    if (end) {
      open.pop();
      continue;
    }
    const element = opened(name, attributes);
    open.at(-1)?.children.push(element);
    if (!empty) open.push(element);
  }
  return around.children[0] ?? around;
}

function opened(name: string, attributes: string): Open {
  const named = Array.from(attributes.matchAll(ATTRIBUTE), ([, key = '', value = '']) => [key, value] as const);
  return { name, attributes: new Map(named), children: [], text: '', ordinal: 1, line: 1 };
}
