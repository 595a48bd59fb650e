import { checkSchema } from './check-schema.ts';
import { messageOf } from './schemas.ts';
import type { XmlPart } from './stream-xml.ts';
import type { XmlElement } from './xml-element.ts';
import { XmlRefusal } from './xml-refusal.ts';

/** Parts are checked together until there are so many elements in them. */
const ELEMENTS_PER_CHECK = 8_000;
/** Repeated parts aside, so many may stand in a container: statements have some dozen balances and no more. */
const KEPT_MAX = 10_000;

interface Container {
  readonly element: XmlElement;
  /** What was checked and stays, because the order of all that follows is judged by it. */
  kept: XmlElement[];
  waiting: XmlElement[];
}

/**
 * Checks a streamed message by its schema, part by part: each time a document of the open containers, of what else stood in
 * them, and of the parts that came since. `repeated` names what a container may hold any number of; of those one
 * representative stays. Passes the parts on.
 */
export async function* checkStream(
  parts: AsyncIterable<XmlPart>,
  { repeated }: { repeated: readonly string[] },
): AsyncGenerator<XmlPart, void, undefined> {
  const open: Container[] = [];
  let namespace = '';
  let waiting = 0;

  const check = (): void => {
    waiting = 0;
    const [root, ...inner] = open;
    if (root === undefined) return;
    checkSchema({ namespace, root: documentOf([root, ...inner]) });
    for (const container of open) keep(container, repeated);
  };

  for await (const part of parts) {
    if (part.kind === 'open') {
      if (open.length === 0) ({ namespace } = part);
      if (messageOf(namespace) === undefined) refuseUnknown(part);
      open.push({ element: part.element, kept: [], waiting: [] });
    } else if (part.kind === 'element') {
      // A document whose root is no container is of another message.
      if (open.length === 0) refuseUnknown(part);
      open.at(-1)?.waiting.push(part.element);
      waiting += sizeOf(part.element);
      if (waiting > ELEMENTS_PER_CHECK) check();
    } else {
      check();
      const closed = open.pop();
      if (closed !== undefined) open.at(-1)?.kept.push({ ...closed.element, children: closed.kept });
    }
    yield part;
  }
}

function refuseUnknown({ path, element }: Extract<XmlPart, { element: XmlElement }>): never {
  throw new XmlRefusal('is of no message that is known here', { path, line: element.line });
}

function documentOf([{ element, kept, waiting }, ...inner]: [Container, ...Container[]]): XmlElement {
  const [next, ...further] = inner;
  const below = next === undefined ? [] : [documentOf([next, ...further])];
  return { ...element, children: [...kept, ...waiting, ...below] };
}

/** Of parts of one repeated name that follow one another only the last stays. */
function keep(container: Container, repeated: readonly string[]): void {
  const kept: XmlElement[] = [];
  for (const element of [...container.kept, ...container.waiting]) {
    if (repeated.includes(element.name) && kept.at(-1)?.name === element.name) kept.pop();
    kept.push(element);
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
