import type { XmlElement } from './xml-element.ts';
import { STREAM_LIMITS, XML_LIMITS, type XmlLimits } from './xml-limits.ts';
import { XmlParser } from './xml-parser.ts';
import { XmlRefusal } from './xml-refusal.ts';

/** A part of a message that is read piece by piece. The path of the parts leads to the element itself. */
export type XmlPart =
  | { readonly kind: 'open'; readonly path: string; readonly element: XmlElement; readonly namespace: string }
  | { readonly kind: 'element'; readonly path: string; readonly element: XmlElement }
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
  const parser = new XmlParser(limits, {
    isContainer: (path) => containers.includes(path.replaceAll(/\[\d+\]/g, '')),
    opened: (element, path) => parts.push({ kind: 'open', path, element, namespace: parser.namespace ?? '' }),
    element: (element, path) => parts.push({ kind: 'element', path, element }),
    closed: (path) => parts.push({ kind: 'close', path }),
  });
  for await (const chunk of source) {
    parser.write(chunk);
    yield* parts;
    parts = [];
  }
  parser.end();
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
  const parser = new XmlParser(limits, {
    isContainer: () => false,
    opened: nothing,
    element: (element) => void (root = element),
    closed: nothing,
  });
  parser.write(bytes);
  parser.end();
  if (root === undefined) throw new XmlRefusal('is empty');
  return { namespace: parser.namespace ?? '', root };
}
