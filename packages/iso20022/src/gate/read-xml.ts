import type { XmlElement } from '../xml/xml-element.ts';
import { openXml } from './open-xml.ts';
import { readTree } from './read-tree.ts';
import { XML_LIMITS, type XmlLimits } from './xml-limits.ts';

export interface XmlDocument {
  readonly namespace: string;
  readonly root: XmlElement;
}

/** Reads a whole message into a plain tree, without schema validation. */
export function readXml(bytes: Uint8Array, limits: XmlLimits = XML_LIMITS): XmlDocument {
  using document = openXml(bytes, limits);
  const { root } = document;
  const start = { line: root.line, ordinal: 1, path: `/${root.name}`, depthMax: limits.depthMax };
  return { namespace: root.namespaceUri, root: readTree(root.toString({ format: false }), start) };
}
