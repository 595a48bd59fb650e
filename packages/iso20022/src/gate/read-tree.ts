import { XMLParser } from 'fast-xml-parser';
import { stepOf, type XmlElement } from '../xml/xml-element.ts';
import { XmlRefusal } from './xml-refusal.ts';

/** Values stay unchanged text: no numbers, no lost zeros, no trimmed blanks. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  trimValues: false,
  ignorePiTags: true,
  // A name of the library: it enables references by number.
  htmlEntities: true,
  captureMetaData: true,
  jPath: false,
});
const PLACE = XMLParser.getMetaDataSymbol() as symbol;

/** Element as returned by the library: its content in a list, under its name. */
type Node = Readonly<Record<string, unknown>>;
const TEXT = '#text';
const ATTRIBUTES = ':@';
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

interface Start {
  readonly line: number;
  readonly ordinal: number;
  readonly path: string;
  readonly depthMax: number;
}

/** Reads an element, rebuilt by the library that parsed the message, into a tree. */
export function readTree(xml: string, start: Start): XmlElement {
  const reading = new Reading(xml, start);
  const [node] = parsed(xml, start) as [Node];
  return reading.elementOf(node, start.ordinal, start.depthMax);
}

/** Path of the innermost element that is open at the end of a text. */
export function openElementIn(text: string): string {
  let path = '';
  for (let nodes = parsed(text, { path }); ; ) {
    const node = nodes.findLast((one) => nameOf(one) !== undefined);
    const name = node && nameOf(node);
    if (node === undefined || name === undefined || placeOf(node).endIndex !== undefined) return path;
    const ordinal = nodes.filter((one) => nameOf(one) === name).length;
    path += `/${stepOf({ name: localNameOf(name), ordinal })}`;
    nodes = node[name] as readonly Node[];
  }
}

class Reading {
  readonly #xml: string;
  readonly #path: string;
  #at = 0;
  #line: number;

  constructor(xml: string, { line, path }: Start) {
    this.#xml = xml;
    this.#line = line;
    this.#path = path;
  }

  elementOf(node: Node, ordinal: number, depthMax: number): XmlElement {
    if (depthMax < 1) throw new XmlRefusal('is nested too deep', { path: this.#path });
    const name = nameOf(node) ?? '';
    const line = this.#lineAt(placeOf(node).startIndex);
    const children: XmlElement[] = [];
    const counts = new Map<string, number>();
    let text = '';
    for (const inner of node[name] as readonly Node[]) {
      if (TEXT in inner) text += String(inner[TEXT]);
      else {
        const innerName = localNameOf(nameOf(inner) ?? '');
        const count = (counts.get(innerName) ?? 0) + 1;
        counts.set(innerName, count);
        children.push(this.elementOf(inner, count, depthMax - 1));
      }
    }
    return { name: localNameOf(name), attributes: attributesOf(node), children, text, ordinal, line };
  }

  /** Must be called for elements in document order. */
  #lineAt(index: number): number {
    for (; this.#at < index; this.#at++) if (this.#xml[this.#at] === '\n') this.#line++;
    return this.#line;
  }
}

function parsed(xml: string, { path }: Pick<Start, 'path'>): readonly Node[] {
  try {
    return parser.parse(xml) as readonly Node[];
  } catch {
    // In well-formed XML, the library only refuses names that could reach a prototype.
    throw new XmlRefusal('has an element or attribute whose name is not allowed', { path });
  }
}

function nameOf(node: Node): string | undefined {
  for (const name in node) if (name !== ATTRIBUTES && name !== TEXT) return name;
  return undefined;
}

function localNameOf(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function placeOf(node: Node): { startIndex: number; endIndex?: number } {
  return (node as Record<symbol, { startIndex: number; endIndex?: number }>)[PLACE] ?? { startIndex: 0 };
}

/** Without namespace declarations. */
function attributesOf(node: Node): ReadonlyMap<string, string> {
  const attributes = node[ATTRIBUTES];
  if (attributes === undefined) return NO_ATTRIBUTES;
  const kept = Object.entries(attributes as Record<string, string>).filter(([name]) => !/^xmlns(?::|$)/.test(name));
  return new Map(kept);
}
