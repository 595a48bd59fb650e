import { buildElement } from '../xml/build-xml.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import type { XmlPart } from './read-parts.ts';
import { messageOf, refuseMessage } from './schemas.ts';
import { XML_LIMITS, type XmlLimits } from './xml-limits.ts';
import {
  isStructural,
  refuseXmlFaults,
  XML_FAULTS_MAX,
  type XmlFault,
  XmlRefusal,
  xmlFaultsOf,
} from './xml-refusal.ts';

/** Number of elements after which the parts are checked together. */
const ELEMENTS_PER_CHECK = 8_000;
/** The first check comes earlier, so that a text that is not a message is not read to its end. */
const ELEMENTS_PER_FIRST_CHECK = 500;
/** Maximum number of non-repeated parts in a container: statements have a few dozen balances. */
const KEPT_MAX = 10_000;

/** An element with its XML, which is built once. */
interface Part {
  readonly element: XmlElement;
  readonly xml: string;
}

interface Container {
  readonly element: XmlElement;
  /** Checked parts that are kept, because the order of all later elements depends on them. */
  kept: Part[];
  waiting: Part[];
}

/** Receives the elements whose values do not fit the schema although their structure does. */
export type OnWrongValues = (faults: readonly XmlFault[]) => void;

interface MessageForm {
  /** Elements whose children are read one by one, by path without numbers. The parent of each must be included. */
  readonly containers: readonly string[];
  /** Names of elements that may be repeated in a container. */
  readonly repeated: readonly string[];
  readonly limits?: XmlLimits | undefined;
  /** Namespaces of accepted messages; default: all known ones. */
  readonly accepted?: readonly string[] | undefined;
  readonly onWrongValues?: OnWrongValues | undefined;
}

/**
 * Reads a message and validates it part by part. Each check covers a document of the open containers, their other content, and
 * the new parts, so that no more of an invalid message is checked than is reported. One representative of repeated elements is
 * kept. Passes parts on once they are checked. After a fault, the rest is only checked for further faults. With `onWrongValues`,
 * parts in which only values are wrong are passed on too, and the callback gets their faults at the end, so that the reader can
 * report further faults of them.
 */
export async function* checkedParts(
  bytes: Uint8Array,
  { containers, repeated, limits = XML_LIMITS, accepted, onWrongValues }: MessageForm,
): AsyncGenerator<XmlPart, void, undefined> {
  // Loaded with the first message, and only in the thread that reads it.
  const { checkSchema, openXml, readParts, refuseForeign } = await import('./with-libxml2.ts');
  using document = openXml(bytes, limits);
  const { root } = document;
  const namespace = root.namespaceUri;
  const isAccepted = accepted?.includes(namespace) ?? messageOf(namespace) !== undefined;
  if (!isAccepted) refuseMessage({ element: { name: root.name, line: root.line }, namespace }, accepted);
  refuseForeign(document);
  const open: Container[] = [];
  const faults = new Map<string, XmlFault>();
  const unchecked: XmlPart[] = [];
  let waiting = 0;
  let waitingMax = ELEMENTS_PER_FIRST_CHECK;

  const check = (): XmlPart[] => {
    waiting = 0;
    waitingMax = ELEMENTS_PER_CHECK;
    const [root, ...inner] = open;
    if (root !== undefined) {
      const document = documentOf([root, ...inner], namespace);
      // Parts kept for the order of later elements would be reported again.
      noteFaults(faults, () => checkSchema({ namespace, root: document.element }, document.xml));
      const found = [...faults.values()];
      if (found.length >= XML_FAULTS_MAX || found.some(isStructural)) refuseXmlFaults(found);
      for (const container of open) keep(container, repeated);
    }
    return soundOf(unchecked.splice(0));
  };
  const soundOf = (read: XmlPart[]): XmlPart[] => (faults.size === 0 || onWrongValues ? read : []);

  try {
    for (const part of readParts(document, { containers, depthMax: limits.depthMax })) {
      if (part.kind === 'open') {
        open.push({ element: part.element, kept: [], waiting: [] });
        if (unchecked.length === 0) yield* soundOf([part]);
        else unchecked.push(part);
      } else if (part.kind === 'element') {
        // A document whose root is not a container is another message.
        if (open.length === 0) refuseMessage(part, accepted);
        open.at(-1)?.waiting.push(part);
        unchecked.push(part);
        waiting += sizeOf(part.element);
        if (waiting > waitingMax) yield* check();
      } else {
        yield* check();
        yield* soundOf([part]);
        const closed = open.pop();
        if (closed !== undefined) open.at(-1)?.kept.push(withChildren(closed.element, closed.kept));
      }
    }
  } catch (error) {
    // Earlier faults come first, then the one that stopped the reader.
    if (faults.size === 0 || faults.size >= XML_FAULTS_MAX || !(error instanceof XmlRefusal)) throw error;
    noteFaults(faults, () => {
      throw error;
    });
    refuseXmlFaults([...faults.values()]);
  }
  if (onWrongValues) onWrongValues([...faults.values()]);
  else refuseXmlFaults([...faults.values()]);
}

/** Adds the faults of a check, one per element. */
function noteFaults(faults: Map<string, XmlFault>, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof XmlRefusal)) throw error;
    for (const fault of xmlFaultsOf(error)) {
      if (!faults.has(fault.path ?? '')) faults.set(fault.path ?? '', fault);
    }
  }
}

function documentOf([{ element, kept, waiting }, ...inner]: [Container, ...Container[]], namespace?: string): Part {
  const [next, ...further] = inner;
  const below = next === undefined ? [] : [documentOf([next, ...further])];
  return withChildren(element, [...kept, ...waiting, ...below], namespace);
}

/** Builds a container around parts that are built already. */
function withChildren(element: XmlElement, children: readonly Part[], namespace?: string): Part {
  const empty = buildElement(element, namespace);
  const end = empty.lastIndexOf('</');
  return {
    element: { ...element, children: children.map((child) => child.element) },
    xml: empty.slice(0, end) + children.map(({ xml }) => xml).join('') + empty.slice(end),
  };
}

/** Keeps only the last of several successive parts with the same repeated name. */
function keep(container: Container, repeated: readonly string[]): void {
  const kept: Part[] = [];
  for (const part of [...container.kept, ...container.waiting]) {
    const { name } = part.element;
    if (repeated.includes(name) && kept.at(-1)?.element.name === name) kept.pop();
    kept.push(part);
  }
  if (kept.length > KEPT_MAX) {
    const { line } = container.element;
    throw new XmlRefusal(`holds more than ${KEPT_MAX} elements of its own`, { path: container.element.name, line });
  }
  container.kept = kept;
  container.waiting = [];
}

function sizeOf({ children }: XmlElement): number {
  let size = 1;
  for (const child of children) size += sizeOf(child);
  return size;
}
