import type { ErrorDetail } from 'libxml2-wasm';
import { openElementIn } from './read-tree.ts';
import { XmlRefusal } from './xml-refusal.ts';

const OTHER_CLOSED = /^Opening and ending tag mismatch/;

/** Explanations of XML syntax errors, by the first words of the parser's message, for developers who have not read XML 1.0. */
const WORDS: readonly (readonly [begin: RegExp, words: string])[] = [
  [/^Document is empty/, 'there is no whole element'],
  [/^Start tag expected/, 'there is text outside of the outermost element'],
  [/^Extra content/, 'a second outermost element begins, or there is text behind the first one'],
  [/^XML declaration allowed only/, 'there is <?xml, which may only be the very first thing, with no blank before it'],
  [
    /^(parsing XML decl|Malformed decl|Blank needed here|String not (started|closed)|xmlParseXMLDecl)/,
    'the declaration <?xml version="1.0" encoding="UTF-8"?> is malformed',
  ],
  [/^(xmlParsePI|PI |ParsePI)/, 'a processing instruction is malformed'],
  [/^(Double hyphen|Comment )/, 'there is -- inside a comment, or a comment does not end'],
  [OTHER_CLOSED, 'another element is closed, and this one is still open'],
  [
    /^(Premature end|EndTag)/,
    'the message ends, and this element is still open: its closing tag is missing, or a text in it has a bare & or <',
  ],
  [/^StartTag/, 'a < begins no tag: in a text it is written &lt;'],
  [/^AttValue: "/, 'the value of an attribute is not in quotes'],
  [/^(Attribute \S+ redefined|Namespaced Attribute)/, 'an attribute is there twice'],
  [
    /^(attributes construct|Couldn't find end|Specification mandates value|error parsing attribute)/,
    'a tag is malformed: its attributes are written name="value", with a blank before each',
  ],
  [
    /^(Entity|xmlParseEntityRef|xmlParseCharRef|EntityRef|PEReference|xmlParsePEReference)/,
    'an & begins no entity of XML: the character itself is written &amp;',
  ],
  [/^xmlns: '.*' is not a valid URI/s, 'the name of a namespace (xmlns) is no URI'],
  [/^(Namespace|Failed to parse QName|xml namespace|xmlns)/, 'a prefix is bound to no namespace'],
  [/^Sequence '\]\]>'/, 'a text has ]]>, whose last character is written &gt;'],
  [
    /^(Invalid character|PCDATA invalid|Unescaped '<'|invalid character)/,
    'there is a character that is not permitted, such as < in an attribute, or a control character',
  ],
];
/** Maximum length of text that is searched for the element; beyond it, the line number suffices. */
const SEARCHED_MAX = 1_048_576;

/** Refuses a malformed text with reason and position. The parser's message may quote the text, so only its first words are used. */
export function refuseMalformed([first]: readonly ErrorDetail[], text: string): never {
  const { message = '', line = 1, col = 1 } = first ?? {};
  if (message.startsWith('Excessive depth')) throw new XmlRefusal('is nested too deep', { line });
  if (/encoding/i.test(message))
    throw new XmlRefusal('is not in UTF-8: its declaration names another encoding', { line });
  const words = WORDS.find(([begin]) => begin.test(message))?.[1] ?? 'it is malformed';
  throw new XmlRefusal(`is not well-formed XML: at line ${line}, character ${col} ${words}`, {
    path: elementAt(text, { message, line, col }),
    line,
  });
}

function elementAt(text: string, { message, line, col }: Pick<ErrorDetail, 'message' | 'line' | 'col'>): string {
  let start = 0;
  for (let before = 1; before < line; before++) start = text.indexOf('\n', start) + 1;
  const read = text.slice(0, start + col - 1);
  if (read.length > SEARCHED_MAX) return '';
  // A tag that is incomplete, or that closes another element, is not read.
  const tag = read.lastIndexOf(OTHER_CLOSED.test(message) ? '</' : '<');
  const isInTag = tag >= 0 && (OTHER_CLOSED.test(message) || read.lastIndexOf('>') < tag);
  try {
    return openElementIn(isInTag ? read.slice(0, tag) : read);
  } catch {
    return '';
  }
}
