import { buildElement } from '../xml/build-xml.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import { PIECE_BYTES, STREAM_LIMITS, XML_LIMITS, type XmlLimits } from './xml-limits.ts';
import { XmlReader } from './xml-reader.ts';
import { XmlRefusal } from './xml-refusal.ts';

/**
 * A part of a message that is read piece by piece. `path` leads to the element itself; `xml` is the element written anew,
 * for the schema and for its content.
 */
export type XmlPart =
  | { readonly kind: 'open'; readonly path: string; readonly element: XmlElement; readonly namespace: string }
  | { readonly kind: 'element'; readonly path: string; readonly element: XmlElement; readonly xml: string }
  | { readonly kind: 'close'; readonly path: string };

/**
 * Reads a message of any length in bounded memory: what the containers hold comes one by one. Containers are named by
 * their path without numbers, and each has its parent among them.
 */
export async function* streamXml(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { containers, limits = STREAM_LIMITS }: { containers: readonly string[]; limits?: XmlLimits },
): AsyncGenerator<XmlPart, void, undefined> {
  let parts: XmlPart[] = [];
  const reader = new XmlReader(limits, {
    isContainer: (path) => containers.includes(path.replaceAll(/\[\d+\]/g, '')),
    opened: (element, path) => parts.push({ kind: 'open', path, element, namespace: reader.namespace ?? '' }),
    element: (element, path, plain) =>
      parts.push({ kind: 'element', path, element, xml: plain ?? buildElement(element) }),
    closed: (path) => parts.push({ kind: 'close', path }),
  });
  for await (const chunk of source) {
    // What is wrong in the first piece is found before the others are read.
    for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
      reader.write(chunk.subarray(start, start + PIECE_BYTES));
      yield* parts;
      parts = [];
    }
  }
  reader.end();
  yield* parts;
}

export interface XmlDocument {
  readonly namespace: string;
  readonly root: XmlElement;
}

/** Reads a whole message to a plain tree. */
export function readXml(bytes: Uint8Array, limits: XmlLimits = XML_LIMITS): XmlDocument {
  if (bytes.length > limits.bytesMax) throw new XmlRefusal(`has more than ${limits.bytesMax} bytes`);
  let root: XmlElement | undefined;
  const nothing = (): void => undefined;
  const reader = new XmlReader(limits, {
    opened: nothing,
    element: (element) => void (root = element),
    closed: nothing,
  });
  reader.write(bytes);
  reader.end();
  if (root === undefined) throw new XmlRefusal('is empty');
  return { namespace: reader.namespace ?? '', root };
}
