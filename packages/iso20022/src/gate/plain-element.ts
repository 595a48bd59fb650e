import type { XmlElement } from '../xml/xml-element.ts';

type Open = { -readonly [Key in keyof XmlElement]: XmlElement[Key] } & { children: XmlElement[] };

/** An element that was read, and where the text goes on. */
interface PlainElement {
  readonly element: XmlElement;
  readonly end: number;
  /** Lines that ended before its end. */
  readonly lines: number;
  readonly elements: number;
}

/** What an element may have at most; one that has more is left to the parser, which says what is too much. */
interface PlainLimits {
  readonly depthMax: number;
  readonly elementsMax: number;
  /** Of one text. */
  readonly charactersMax: number;
}

/** Children of one element: their ordinals are found by looking back at the siblings. */
const CHILDREN_MAX = 64;
/** A longer name, or more attributes of one tag, is nothing that senders write: the parser judges it. */
const NAME_CHARACTERS_MAX = 64;
const ATTRIBUTES_MAX = 8;
const GREATER = 0x3e;
const SLASH = 0x2f;
const SPACE = 0x20;
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/**
 * Text in which nothing stands for anything else: no reference, no end of a CDATA section (it has a `>`), and of the
 * characters that XML 1.0 permits (section 2.2) those of one code unit.
 */
const PLAIN_TEXT = /^[\t\n\r -%'-;=?-\uD7FF\uE000-\uFFFD]*$/;
const SPACES = /^[\t\n\r ]*$/;
const ATTRIBUTE = / ([A-Za-z]+)="([ !#-%'-;=?-~]*)"/y;

/**
 * Reads an element that is written in the plainest form of XML: names of ASCII letters and digits without prefixes, no declaration of
 * a namespace, no comment, no instruction, no CDATA section, no reference, no empty-element tag, no text beside elements. It is what
 * senders write nearly everywhere, and it is read in a tenth of the time that a parser of all of XML takes. `cut` where
 * the text ends before the element does; undefined for anything else, which such a parser is to judge.
 */
export function readPlainElement(
  source: string,
  start: number,
  { name, line, limits }: { name: string; line: number; limits: PlainLimits },
): PlainElement | 'cut' | undefined {
  let at = start + 1 + name.length;
  let lines = 0;
  let elements = 1;
  const open: Open[] = [];
  let current = opened(name);
  for (;;) {
    // Behind the name of a start tag: its attributes and its end.
    if (source.charCodeAt(at) === SPACE) at = attributesFrom(source, at, current);
    if (source.charCodeAt(at) !== GREATER) return source.includes('>', at) ? undefined : 'cut';
    // Texts and end tags, until the next start tag.
    for (at++; ; ) {
      const next = source.indexOf('<', at);
      if (next < 0) return 'cut';
      if (next > at) {
        const text = textOf(source, at, next, limits.charactersMax);
        if (text === undefined) return undefined;
        if (current.children.length === 0) current.text = text;
        else if (!SPACES.test(text)) return undefined;
        lines += linesIn(text);
      }
      at = next + 1;
      if (source.charCodeAt(at) !== SLASH) break;
      const closing = current.name;
      at += 1 + closing.length;
      if (at >= source.length) return 'cut';
      if (source.charCodeAt(at) !== GREATER || !source.startsWith(closing, next + 2)) return undefined;
      at++;
      const outer = open.pop();
      if (outer === undefined) return { element: current, end: at, lines, elements };
      current = outer;
    }
    const child = nameAt(source, at);
    if (child === undefined) return at >= source.length ? 'cut' : undefined;
    at += child.length;
    open.push(current);
    const siblings = current.children;
    current = opened(child);
    current.ordinal = ordinalAmong(siblings, child);
    current.line = line + lines;
    elements++;
    if (open.length >= limits.depthMax || elements > limits.elementsMax || siblings.length >= CHILDREN_MAX) {
      return undefined;
    }
    siblings.push(current);
  }

  function opened(named: string): Open {
    return { name: named, attributes: NO_ATTRIBUTES, children: [], text: '', ordinal: 1, line };
  }
}

/** The name of ASCII letters and digits that begins there; undefined where none does. */
export function nameAt(source: string, at: number): string | undefined {
  let end = at;
  for (
    let code = source.charCodeAt(end);
    isLetter(code) || (end > at && isDigit(code));
    code = source.charCodeAt(end)
  ) {
    end++;
  }
  return end === at || end - at > NAME_CHARACTERS_MAX ? undefined : source.slice(at, end);
}

/** Adds the attributes that are written plainly; returns where they end. */
function attributesFrom(source: string, start: number, element: Open): number {
  const attributes = new Map<string, string>();
  let at = start;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const [whole = '', name = '', value = ''] = ATTRIBUTE.exec(source) ?? [];
    // A declaration of a namespace, and a name that comes twice, are the parser's.
    if (whole === '' || name === 'xmlns' || attributes.has(name) || attributes.size >= ATTRIBUTES_MAX) break;
    attributes.set(name, value);
    at += whole.length;
  }
  element.attributes = attributes;
  return at;
}

function textOf(source: string, start: number, end: number, charactersMax: number): string | undefined {
  if (end - start > charactersMax) return undefined;
  const text = source.slice(start, end);
  return PLAIN_TEXT.test(text) ? withLineEnds(text) : undefined;
}

/** A line end is one character, however it was written (XML 1.0, section 2.11). */
function withLineEnds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

/** How many lines end in the space up to the next `<`; undefined where it is not space alone. */
export function linesInSpace(source: string, start: number, end: number): number | undefined {
  if (start === end) return 0;
  const space = source.slice(start, end);
  return SPACES.test(space) ? linesIn(withLineEnds(space)) : undefined;
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

function ordinalAmong(siblings: readonly XmlElement[], name: string): number {
  for (let index = siblings.length - 1; index >= 0; index--) {
    const sibling = siblings[index];
    if (sibling?.name === name) return sibling.ordinal + 1;
  }
  return 1;
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
