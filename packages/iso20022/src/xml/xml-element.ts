/** An element as plain data. Names are local names: a message has one namespace, whatever its prefix. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Its own characters, without those of its children. */
  readonly text: string;
  /** Position among its siblings of the same name, from 1 on. */
  readonly ordinal: number;
  /** The line of its start tag, from 1 on. */
  readonly line: number;
}

/** Whether it has its own characters; white space between its children does not count. */
export function hasText({ children, text }: XmlElement): boolean {
  return text !== '' && (children.length === 0 || text.trim() !== '');
}

/** First descendant along a path of names: `child(entry, 'ValDt', 'Dt')`. */
export function child(element: XmlElement | undefined, ...names: string[]): XmlElement | undefined {
  let found = element;
  for (const name of names) found = found && firstOf(found.children, name);
  return found;
}

function firstOf(elements: readonly XmlElement[], name: string): XmlElement | undefined {
  for (const element of elements) if (element.name === name) return element;
  return undefined;
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((one) => one.name === name) ?? [];
}

/** Text of the first descendant along a path of names, without surrounding white space; undefined if empty. */
export function textAt(element: XmlElement | undefined, ...names: string[]): string | undefined {
  return child(element, ...names)?.text.trim() || undefined;
}

/** One step of a path: `Ntry[3]`; the first of its name has no number. */
export function stepOf({ name, ordinal }: Pick<XmlElement, 'name' | 'ordinal'>): string {
  return ordinal > 1 ? `${name}[${ordinal}]` : name;
}
