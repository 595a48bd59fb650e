import { escapeXml } from './build-xml.ts';

/** How markup that is no tag begins and ends. */
const OTHER_MARKUP: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<?', '?>'],
];
const CDATA = ['<![CDATA[', ']]>'] as const;
const TAG_NAME = /^<\/?(?:[^\s:/>]+:)?([^\s:/>]+)/;

/**
 * Rewrites the texts of a well-formed message and nothing else: tags, attributes, comments, and the space between tags stay
 * character by character. `replace` gets a text without the space around it. The elements of `except` stay as they are.
 */
export function replaceTexts(xml: string, replace: (text: string) => string, except: ReadonlySet<string>): string {
  let rewritten = '';
  let keptDepth = 0;
  for (let at = 0; at < xml.length; ) {
    const isCdata = xml.startsWith(CDATA[0], at);
    const end = endOf(xml, at);
    const piece = xml.slice(at, end);
    at = end;
    if (!isCdata && piece.startsWith('<')) {
      keptDepth += depthOf(piece, keptDepth, except);
      rewritten += piece;
    } else if (keptDepth > 0) rewritten += piece;
    else if (isCdata) rewritten += replaced(piece.slice(CDATA[0].length, -CDATA[1].length), replace);
    else rewritten += replaced(decodeReferences(piece), replace, piece);
  }
  return rewritten;
}

function replaced(text: string, replace: (text: string) => string, written = escapeXml(text)): string {
  const trimmed = text.trim();
  const other = trimmed === '' ? trimmed : replace(trimmed);
  return other === trimmed ? written : escapeXml(other);
}

/** The end of the piece that begins here: of a tag, of other markup, or of a text. */
function endOf(xml: string, start: number): number {
  if (xml[start] !== '<') return orLast(xml, xml.indexOf('<', start));
  const [begin, close] = [CDATA, ...OTHER_MARKUP].find(([begins]) => xml.startsWith(begins, start)) ?? [];
  if (begin !== undefined && close !== undefined)
    return orLast(xml, xml.indexOf(close, start + begin.length), close.length);
  return endOfTag(xml, start);
}

/** An attribute may contain `>`. */
function endOfTag(xml: string, start: number): number {
  let quote = '';
  for (let at = start; at < xml.length; at++) {
    const character = xml[at] ?? '';
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at + 1;
  }
  return xml.length;
}

function orLast(xml: string, found: number, length = 0): number {
  return found < 0 ? xml.length : found + length;
}

/** How a tag changes the depth within elements that stay as they are. */
function depthOf(tag: string, depth: number, except: ReadonlySet<string>): number {
  const name = TAG_NAME.exec(tag)?.[1];
  if (name === undefined || tag.endsWith('/>') || (depth === 0 && !except.has(name))) return 0;
  return tag.startsWith('</') ? -1 : 1;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The five entities of XML and numeric references, each decoded once. There are no others: no document type is read. */
function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(amp|lt|gt|quot|apos));/gi, (_, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name] ?? `&${name};`;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}
