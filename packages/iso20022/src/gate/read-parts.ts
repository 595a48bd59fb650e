import { XmlElement as OpenElement, type XmlDocument } from 'libxml2-wasm';
import { buildElement } from '../xml/build-xml.ts';
import { stepOf, type XmlElement } from '../xml/xml-element.ts';
import { readTree } from './read-tree.ts';

/** A part of a message. `path` is that of the element itself; `xml` is the rebuilt element for the schema. */
export type XmlPart =
  | { readonly kind: 'open'; readonly path: string; readonly element: XmlElement; readonly namespace: string }
  | { readonly kind: 'element'; readonly path: string; readonly element: XmlElement; readonly xml: string }
  | { readonly kind: 'close'; readonly path: string };

interface Reading {
  /** By path without numbers. The parent of each must be included. */
  readonly containers: readonly string[];
  readonly depthMax: number;
}

/** Reads the children of the containers of a message one by one, so that only one of them at a time is held as a tree. */
export function* readParts(document: XmlDocument, reading: Reading): Generator<XmlPart, void, undefined> {
  yield* partsOf(document.root, { path: '', depth: 0, ordinal: 1 }, reading);
}

function* partsOf(
  open: OpenElement,
  { path: outer, depth, ordinal }: { path: string; depth: number; ordinal: number },
  reading: Reading,
): Generator<XmlPart, void, undefined> {
  const { name, line } = open;
  const path = `${outer}/${stepOf({ name, ordinal })}`;
  if (!reading.containers.includes(path.replaceAll(/\[\d+\]/g, ''))) {
    const depthMax = reading.depthMax - depth;
    const element = readTree(open.toString({ format: false }), { line, ordinal, path, depthMax });
    return yield { kind: 'element', path, element, xml: buildElement(element) };
  }
  const attributes = new Map(open.attrs.map((attribute) => [attribute.name, attribute.value]));
  // Empty according to the schema.
  const text = open.get('text()[normalize-space()]')?.content ?? '';
  const element: XmlElement = { name, attributes, children: [], text, ordinal, line };
  yield { kind: 'open', path, element, namespace: open.namespaceUri };
  const counts = new Map<string, number>();
  for (let inner = open.firstChild; inner !== null; inner = inner.next) {
    if (!(inner instanceof OpenElement)) continue;
    const count = (counts.get(inner.name) ?? 0) + 1;
    counts.set(inner.name, count);
    yield* partsOf(inner, { path, depth: depth + 1, ordinal: count }, reading);
  }
  yield { kind: 'close', path };
}
