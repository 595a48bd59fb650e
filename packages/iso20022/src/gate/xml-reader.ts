import { SaxesParser, type SaxesTagNS } from 'saxes';
import { stepOf, type XmlElement } from '../xml/xml-element.ts';
import type { XmlLimits } from './xml-limits.ts';
import { XmlRefusal } from './xml-refusal.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
/** Says where a schema may be found: read by nobody, because schemas come from this package alone. */
const SCHEMA_HINTS = ['schemaLocation', 'noNamespaceSchemaLocation'];
/** A message is handed to the parser in such pieces, so that no limit is passed by more than one of them. */
export const PIECE_BYTES = 16_384;

type Open = { -readonly [Key in keyof XmlElement]: XmlElement[Key] } & {
  children: XmlElement[];
};

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

interface XmlEvents {
  /** Whether the element is a container: its children are handed out one by one and not kept. */
  readonly isContainer: (path: string) => boolean;
  readonly opened: (element: XmlElement, path: string) => void;
  /** A whole element below a container, or the whole document. */
  readonly element: (element: XmlElement, path: string) => void;
  readonly closed: (path: string) => void;
}

/**
 * Reads XML 1.0 in UTF-8 and nothing that could make it more than it is: no document type, hence no entities beside the
 * five of XML itself, no other encoding, no schema from elsewhere, and all within limits. Opens no file and no socket.
 */
export class XmlReader {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #sax = new SaxesParser({ xmlns: true, position: true });
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

  constructor(limits: XmlLimits, events: XmlEvents) {
    this.#limits = limits;
    this.#events = events;
    const progress = (): void => void (this.#bytesSinceProgress = 0);
    this.#sax.on('error', (error) => this.#refuse(`is not well-formed: ${withoutContent(error.message)}`));
    this.#sax.on('xmldecl', ({ encoding = 'UTF-8', version }) => {
      if (encoding.toUpperCase() !== 'UTF-8') this.#refuse('is not in UTF-8');
      if (version !== undefined && version !== '1.0') this.#refuse('is not XML 1.0');
    });
    this.#sax.on('doctype', () => this.#refuse('has a document type declaration, which is not allowed'));
    this.#sax.on('comment', progress);
    this.#sax.on('processinginstruction', progress);
    this.#sax.on('text', (text) => this.#addText(text));
    this.#sax.on('cdata', (text) => this.#addText(text));
    this.#sax.on('opentagstart', () => void (this.#tagLine = this.#sax.line));
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
      this.#sax.write(this.#decode(piece));
      if (this.#bytesSinceProgress > this.#limits.tokenBytesMax + PIECE_BYTES) {
        this.#refuse(`has a tag or text of more than ${this.#limits.tokenBytesMax} bytes`);
      }
    }
  }

  end(): void {
    this.#sax.write(this.#decode());
    this.#sax.close();
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
    if (this.#open.length >= this.#limits.depthMax) this.#refuse(`is nested deeper than ${this.#limits.depthMax}`);
    this.#namespace ??= tag.uri;
    this.#elementsHeld++;
    if (this.#elementsHeld > this.#limits.elementsMax) {
      this.#refuse(`has more than ${this.#limits.elementsMax} elements in one part`);
    }
    const element: Open = {
      name: tag.local,
      ...(tag.uri !== this.#namespace && { namespace: tag.uri }),
      attributes: this.#attributesOf(tag),
      children: [],
      text: '',
      ordinal: this.#countIn(this.#open.length - 1, tag.local),
      line: this.#tagLine,
    };
    this.#open.push(element);
    this.#counts.push(undefined);
    if (this.#containers.length !== this.#open.length - 1) return;
    const path = this.#path();
    if (!this.#events.isContainer(path)) return;
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

  #attributesOf({ attributes }: SaxesTagNS): ReadonlyMap<string, string> {
    let kept: Map<string, string> | undefined;
    for (const { prefix, local, uri, value } of Object.values(attributes)) {
      if (prefix === 'xmlns' || (prefix === '' && local === 'xmlns')) continue;
      if (uri === XSI && SCHEMA_HINTS.includes(local)) continue;
      const isForeign = prefix !== '';
      if (isForeign && this.#limits.allowsForeignAttributes !== true) {
        this.#refuse(`has an attribute of another namespace, ${prefix}:${local}`);
      }
      kept ??= new Map();
      kept.set(isForeign ? `${prefix}:${local}` : local, value);
    }
    return kept ?? NO_ATTRIBUTES;
  }

  #addText(text: string): void {
    this.#bytesSinceProgress = 0;
    const element = this.#open.at(-1);
    // What stands between the children of a container is white space; its schema check says if it is not.
    if (element !== undefined && (element.children.length === 0 || text.trim() !== '')) element.text += text;
  }

  #closeTag(): void {
    this.#bytesSinceProgress = 0;
    const path = this.#containers.length >= this.#open.length - 1 ? this.#path() : '';
    const element = this.#open.pop();
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

  #refuse(reason: string, path = this.#path()): never {
    throw new XmlRefusal(reason, { path, line: this.#sax.line });
  }
}

/** The parser's words end with what it found: only the part that is its own is passed on. */
function withoutContent(message: string): string {
  const [own = ''] = message.replace(/^\d+:\d+: /, '').split(/["'<&]/, 1);
  return own
    .trim()
    .replace(/[:,.]$/, '')
    .slice(0, 80);
}
