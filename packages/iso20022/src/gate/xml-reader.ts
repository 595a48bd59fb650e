import { SaxesParser, type SaxesTagNS } from 'saxes';
import { stepOf, type XmlElement } from '../xml/xml-element.ts';
import { attributesOf } from './attributes-of.ts';
import { linesInSpace, nameAt, readPlainElement } from './plain-element.ts';
import { TextPosition } from './text-position.ts';
import { isOtherClosed, wellFormednessFault } from './well-formedness.ts';
import { BYTES_PER_CHARACTER_MAX, PIECE_BYTES, TagCheck, type XmlLimits } from './xml-limits.ts';
import { XmlRefusal } from './xml-refusal.ts';

/** The begin of an element that waits for the next piece. It has at most the bytes of a piece. */
const CARRIED_MAX = Math.floor(PIECE_BYTES / BYTES_PER_CHARACTER_MAX);

type Open = { -readonly [Key in keyof XmlElement]: XmlElement[Key] } & {
  children: XmlElement[];
};

interface XmlEvents {
  /** Whether the element is a container: its children are handed out one by one and not kept. Left out where none is. */
  readonly isContainer?: (path: string) => boolean;
  readonly opened: (element: XmlElement, path: string) => void;
  /** A whole element below a container, or the whole document. With its text where that is plain. */
  readonly element: (element: XmlElement, path: string, plain?: string) => void;
  readonly closed: (path: string) => void;
}

/**
 * Reads XML 1.0 in UTF-8 and nothing that could make it more than it is: no document type, hence no entities beside the
 * five of XML itself, no other encoding, no schema from elsewhere, and all within limits. Opens no file and no socket.
 */
export class XmlReader {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #sax = new SaxesParser({ xmlns: true, position: true });
  /** With what was not handed to the parser, because it was read here. */
  readonly #position = new TextPosition(this.#sax);
  readonly #limits: XmlLimits;
  readonly #events: XmlEvents;
  readonly #open: Open[] = [];
  /** How many of each name there are so far in each open element. */
  readonly #counts: (Map<string, number> | undefined)[] = [];
  /** Paths of the open containers; those below the last one are being kept. */
  readonly #containers: string[] = [];
  #namespace: string | undefined;
  #bytes = 0;
  #bytesSinceProgress = 0;
  #elementsHeld = 0;
  #tagLine = 1;
  #lastClosed: Open | undefined;
  #carried = '';
  /** Whether the parser has just read a tag to its end. */
  #isAfterTag = false;

  constructor(limits: XmlLimits, events: XmlEvents) {
    this.#limits = limits;
    this.#events = events;
    const progress = (): void => void (this.#bytesSinceProgress = 0);
    this.#sax.on('error', ({ message }) => this.#refuseMalformed(message));
    this.#sax.on('xmldecl', ({ encoding = 'UTF-8', version }) => {
      if (encoding.toUpperCase() !== 'UTF-8') this.#refuse('is not in UTF-8: its declaration names another encoding');
      if (version !== undefined && version !== '1.0') this.#refuse('is not XML 1.0');
    });
    this.#sax.on('doctype', () => this.#refuse('has a document type declaration, which is not allowed'));
    this.#sax.on('comment', progress);
    this.#sax.on('processinginstruction', progress);
    this.#sax.on('text', (text) => this.#addText(text));
    this.#sax.on('cdata', (text) => this.#addText(text));
    const tag = new TagCheck(limits, (reason) => this.#refuse(reason));
    this.#sax.on('opentagstart', ({ name }) => {
      this.#tagLine = this.#position.line;
      tag.begin(name);
    });
    this.#sax.on('attribute', ({ name }) => tag.addAttribute(name));
    this.#sax.on('opentag', (tag) => this.#openTag(tag));
    this.#sax.on('closetag', () => this.#closeTag());
  }

  /** The namespace of the message, once its first tag has been read. */
  get namespace(): string | undefined {
    return this.#namespace;
  }

  write(chunk: Uint8Array): void {
    for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
      const piece = chunk.subarray(start, start + PIECE_BYTES);
      this.#bytes += piece.length;
      this.#bytesSinceProgress += piece.length;
      if (this.#bytes > this.#limits.bytesMax) this.#refuse(`has more than ${this.#limits.bytesMax} bytes`);
      this.#read(this.#decode(piece));
      if (this.#bytesSinceProgress > this.#limits.tokenBytesMax + PIECE_BYTES) {
        this.#refuse(`has a tag or text of more than ${this.#limits.tokenBytesMax} bytes`);
      }
    }
  }

  end(): void {
    this.#sax.write(this.#carried + this.#decode());
    this.#sax.close();
  }

  /**
   * Most parts are written so plainly that a parser of all of XML is not needed for them (decision 87). They are read here and not handed to
   * it, which changes nothing for it: where a tag has just ended in a container, a whole element more or less is the same.
   */
  #read(text: string): void {
    if (this.#events.isContainer === undefined) return void this.#sax.write(text);
    const source = this.#carried + text;
    this.#carried = '';
    let at = 0;
    let isBetweenParts = this.#isBetweenParts();
    while (at < source.length) {
      const next = isBetweenParts ? this.#readPlain(source, at) : undefined;
      if (next === 'cut' && source.length - at <= CARRIED_MAX) {
        this.#carried = source.slice(at);
        return;
      }
      if (typeof next === 'number') {
        at = next;
        continue;
      }
      // One `>` and no more: if a tag ends with it, the parser has nothing in hand behind it.
      const end = source.indexOf('>', at) + 1 || source.length;
      this.#isAfterTag = false;
      this.#sax.write(source.slice(at, end));
      at = end;
      isBetweenParts = this.#isBetweenParts();
    }
  }

  /** Whether the children of a container begin here, in the namespace of the message where they have no prefix. */
  #isBetweenParts(): boolean {
    const depth = this.#open.length;
    if (!this.#isAfterTag || depth === 0 || this.#containers.length !== depth) return false;
    return this.#namespace !== '' && this.#sax.resolve('') === this.#namespace;
  }

  /** Reads the next part if it is plain, and returns where the text goes on. */
  #readPlain(source: string, start: number): number | 'cut' | undefined {
    const at = source.indexOf('<', start);
    if (at < 0) return 'cut';
    const depth = this.#open.length;
    const spaceLines = linesInSpace(source, start, at);
    const name = nameAt(source, at + 1);
    if (spaceLines === undefined || name === undefined) return at + 1 === source.length ? 'cut' : undefined;
    const ordinal = (this.#counts[depth - 1]?.get(name) ?? 0) + 1;
    const path = `${this.#containers[depth - 1]}/${stepOf({ name, ordinal })}`;
    const limits = {
      depthMax: this.#limits.depthMax - depth,
      elementsMax: this.#limits.elementsMax - this.#elementsHeld,
      charactersMax: this.#limits.tokenBytesMax / BYTES_PER_CHARACTER_MAX,
    };
    if (limits.depthMax < 1 || limits.elementsMax < 1 || this.#events.isContainer?.(path)) return undefined;
    const read = readPlainElement(source, at, { name, line: this.#position.line + spaceLines, limits });
    if (read === undefined || read === 'cut') return read;
    this.#countIn(depth - 1, name);
    this.#position.pass(source, start, { end: read.end, lines: spaceLines + read.lines });
    this.#bytesSinceProgress = 0;
    this.#elementsHeld = 0;
    this.#events.element({ ...read.element, ordinal }, path, source.slice(at, read.end));
    return read.end;
  }

  #decode(piece?: Uint8Array): string {
    try {
      return piece === undefined ? this.#decoder.decode() : this.#decoder.decode(piece, { stream: true });
    } catch {
      return this.#refuse('is not in UTF-8');
    }
  }

  #openTag(tag: SaxesTagNS): void {
    this.#bytesSinceProgress = 0;
    this.#isAfterTag = true;
    if (this.#open.length >= this.#limits.depthMax) this.#refuse(`is nested deeper than ${this.#limits.depthMax}`);
    this.#namespace ??= tag.uri;
    this.#elementsHeld++;
    if (this.#elementsHeld > this.#limits.elementsMax) {
      this.#refuse(`has more than ${this.#limits.elementsMax} elements in one part`);
    }
    const element: Open = {
      name: tag.local,
      ...(tag.uri !== this.#namespace && { namespace: tag.uri }),
      attributes: attributesOf(tag, {
        allowsForeign: this.#limits.allowsForeignAttributes === true,
        refuse: (reason) => this.#refuse(reason),
      }),
      children: [],
      text: '',
      ordinal: this.#countIn(this.#open.length - 1, tag.local),
      line: this.#tagLine,
    };
    this.#open.push(element);
    this.#counts.push(undefined);
    if (this.#containers.length !== this.#open.length - 1) return;
    const path = this.#path();
    if (!this.#events.isContainer?.(path)) return;
    this.#containers.push(path);
    this.#events.opened(element, path);
  }

  /** Counts one more of that name in the element at a depth. */
  #countIn(depth: number, name: string): number {
    if (depth < 0) return 1;
    const counts = (this.#counts[depth] ??= new Map());
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count;
  }

  #addText(text: string): void {
    this.#bytesSinceProgress = 0;
    const element = this.#open.at(-1);
    // What stands between the children of a container is white space; its schema check says if it is not.
    if (element !== undefined && (element.children.length === 0 || text.trim() !== '')) element.text += text;
  }

  #closeTag(): void {
    this.#bytesSinceProgress = 0;
    this.#isAfterTag = true;
    const path = this.#containers.length >= this.#open.length - 1 ? this.#path() : '';
    const element = this.#open.pop();
    this.#lastClosed = element;
    this.#counts.pop();
    if (element === undefined) return;
    if (this.#containers.length > this.#open.length) {
      if (element.text.trim() !== '') this.#refuse('has text between its elements', path);
      this.#containers.pop();
      this.#events.closed(path);
      return;
    }
    if (this.#containers.length === this.#open.length) {
      this.#elementsHeld = 0;
      this.#events.element(element, path);
    } else this.#open.at(-1)?.children.push(element);
  }

  #path(): string {
    return `/${this.#open.map(stepOf).join('/')}`;
  }

  #refuseMalformed(message: string): never {
    const place = `line ${this.#position.line}, character ${this.#position.column}`;
    const reason = `is not well-formed XML: at ${place} ${wellFormednessFault(message)}`;
    // The parser closes the element that is open before it says that the tag is of another one.
    if (this.#lastClosed !== undefined && isOtherClosed(message)) this.#open.push(this.#lastClosed);
    return this.#refuse(reason);
  }

  #refuse(reason: string, path = this.#path()): never {
    throw new XmlRefusal(reason, { path, line: this.#position.line });
  }
}
