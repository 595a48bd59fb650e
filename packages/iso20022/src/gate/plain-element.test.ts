import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statement } from '../../test/statement-text.ts';
import { readXml, STREAM_LIMITS, streamXml, type XmlElement, XmlRefusal } from '../index.ts';
import { buildElement } from '../xml/build-xml.ts';
import type { XmlLimits } from './xml-limits.ts';

const CONTAINERS = ['/D', '/D/M', '/D/M/S'];
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What is read of a text in pieces of a length, or its refusal. */
async function readOf(text: string, pieceBytes: number, limits: XmlLimits = STREAM_LIMITS): Promise<unknown[]> {
  const all = bytes(text);
  const pieces = Array.from({ length: Math.ceil(all.length / pieceBytes) }, (_, index) =>
    all.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
  const found: unknown[] = [];
  try {
    for await (const { kind, path, ...part } of streamXml(pieces, { containers: CONTAINERS, limits })) {
      if (kind === 'open' && 'element' in part) found.push([kind, path, part.element.name, part.element.line]);
      else found.push([kind, path, ...('element' in part ? [part.element] : [])]);
    }
  } catch (error) {
    if (!(error instanceof XmlRefusal)) throw error;
    // What came before it in the same piece is not handed out.
    // The parser's words on what is not well-formed are of the first thing that it finds, which may be the comment.
    return [error.reason.startsWith('is not well-formed') ? 'not well-formed' : [error.reason, error.path, error.line]];
  }
  return found;
}

/** The same message with an empty comment before each end tag: no element is plain any more, nothing else changes. */
const withComments = (text: string): string => text.replaceAll('</', '<!----></');

const NAMES = ['a', 'B', 'Ntry', 'x1', 'constructor', 'S', 'p:a', 'é', 'a-b', 'xmlns'];
const TEXTS = [
  '',
  'x',
  ' ',
  '\n',
  '\r\n',
  '\r',
  '\t a',
  'č',
  '&amp;',
  '&#10;',
  '😀',
  ']]',
  '>',
  '"',
  '<![CDATA[<a>]]>',
  '<!-- <a> > -->',
];
const ATTRIBUTES = [
  '',
  ' Ccy="EUR"',
  " c='1'",
  ' c="a&lt;"',
  ' c="\n"',
  '  c="1"',
  ' c="1" c="1"',
  ' xmlns="urn:y"',
  ' xmlns:p="urn:x"',
  ' p:c="1"',
  ' ',
];
const ODD = ['<', '>', '</a>', '<a', '<a>', '&', '<?pi > ?>', '<!DOCTYPE a>', '\u0001', '</S>', '<S>', '<!--', ']]>'];

/** Plain in most cases, so that the others come alone. */
const mostly = (plain: readonly string[], all: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof({ arbitrary: fc.constantFrom(...plain), weight: 4 }, { arbitrary: fc.constantFrom(...all), weight: 1 });

/** Mostly well-formed elements of every kind, and some text that is none. */
const { children } = fc.letrec<{ element: string; children: string }>((tie) => ({
  element: fc
    .tuple(mostly(['a', 'Ntry'], NAMES), mostly(['', ' Ccy="EUR"'], ATTRIBUTES), tie('children'), fc.boolean())
    .map(([name, attributes, inner, isEmpty]) =>
      isEmpty && inner === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${inner}</${name}>`,
    ),
  children: fc
    .array(
      fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        { arbitrary: mostly(['', 'x'], TEXTS), weight: 4 },
        { arbitrary: tie('element'), weight: 5 },
        { arbitrary: fc.constantFrom(...ODD), weight: 0 },
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join('')),
}));
const part = fc.oneof(
  { arbitrary: children, weight: 20 },
  { arbitrary: fc.constantFrom('<a>1</a>', '<Ntry><a Ccy="EUR">1</a>\r\n<a>2</a></Ntry>', '\n'), weight: 20 },
  { arbitrary: fc.constantFrom(...ODD), weight: 1 },
);
const message = fc
  .tuple(
    fc.constantFrom(
      ['', ' xmlns="urn:x"'],
      ['', ''],
      ['', ' xmlns:p="urn:x"'],
      ['', ' xmlns="urn:x" xmlns:p="urn:p"'],
      ['p:', ' xmlns:p="urn:x"'],
      ['p:', ' xmlns:p="urn:x" xmlns="urn:y"'],
    ),
    fc.array(part),
  )
  .map(([[prefix = '', namespace = ''], parts]) => {
    const [d, m, s] = ['D', 'M', 'S'].map((name) => prefix + name);
    return `<?xml version="1.0"?>\n<${d}${namespace}><${m}>\n<${s}>${parts.join('')}</${s}></${m}></${d}>`;
  });

describe('a part that is written plainly', () => {
  it('is read as the parser of all of XML reads it, and so is all around it, wrong or right', async () => {
    await fc.assert(
      fc.asyncProperty(message, fc.integer({ min: 1, max: 200 }), async (text, pieceBytes) => {
        expect(await readOf(text, pieceBytes)).toEqual(await readOf(withComments(text), pieceBytes));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ...TEXTS.flatMap((text) => [`<a>${text}</a>`, `<a>${text}<b>1</b>${text}</a>`]),
    ...ATTRIBUTES.map((attributes) => `<a${attributes}>1</a>`),
    ...NAMES.map((name) => `<a><${name}>1</${name}></a>`),
    ...ODD.map((odd) => `<a>${odd}</a>`),
    '<a>]]></a>',
    '<a>1</ab>',
    '<a>1</a ><a >1</a>',
    '<a><b>1</c></a>',
  ])('is told from what is not: %j', async (text) => {
    const sent = `<D xmlns="urn:x"><M><S><a>1</a>${text}<a>2</a></S></M></D>`;
    expect(await readOf(sent, 1_000)).toEqual(await readOf(withComments(sent), 1_000));
  });

  it('is read the same however the message is cut', async () => {
    const text = statement({ entries: 50 }).replaceAll(/(?<=[</])(?:Document|BkToCstmrStmt|Stmt)\b/g, (name) =>
      name === 'Document' ? 'D' : name === 'Stmt' ? 'S' : 'M',
    );
    const whole = await readOf(text, text.length);
    expect(whole).toHaveLength(60);
    for (const pieceBytes of [1, 7, 100, 1_000]) expect(await readOf(text, pieceBytes)).toEqual(whole);
  });

  it('has XML that is the same tree, for the schema', async () => {
    await fc.assert(
      fc.asyncProperty(message, async (text) => {
        const elements: [XmlElement, string][] = [];
        try {
          for await (const read of streamXml([bytes(text)], { containers: CONTAINERS })) {
            if (read.kind === 'element') elements.push([read.element, read.xml]);
          }
        } catch (error) {
          if (!(error instanceof XmlRefusal)) throw error;
        }
        for (const [element, xml] of elements) {
          expect(buildElement(readXml(bytes(xml)).root)).toBe(buildElement(readXml(bytes(buildElement(element))).root));
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['deeper', `${'<a>'.repeat(30)}${'</a>'.repeat(30)}`, { depthMax: 32 }, /nested deeper than 32/],
    ['of more elements', `<a>${'<b>1</b>'.repeat(40)}</a>`, { elementsMax: 40 }, /more than 40 elements/],
    ['of a longer text', `<a>${'x'.repeat(60_000)}</a>`, { tokenBytesMax: 10_000 }, /more than 10000 bytes/],
  ])('that is %s than allowed is refused as ever', async (_, text, limits, reason) => {
    const around = (inner: string): string => `<D xmlns="urn:x"><M><S><a>1</a>${inner}<a>2</a></S></M></D>`;
    const all = { ...STREAM_LIMITS, ...limits };
    expect(String(await readOf(around(text), 1_000, all))).toMatch(reason);
    expect(await readOf(around('<a><b>1</b></a>'), 1_000, all)).toHaveLength(9);
  });

  it('within a comment, an instruction or a CDATA section is none', async () => {
    const hidden = '<!-- > <a>1</a> --><?pi > <a>1</a> ?><b><![CDATA[><a>1</a>]]></b>';
    const text = `<D xmlns="urn:x"><M><S><a>0</a>${hidden}</S></M></D>`;
    const paths: string[] = [];
    for await (const { kind, path } of streamXml([bytes(text)], { containers: CONTAINERS })) {
      if (kind === 'element') paths.push(path);
    }
    expect(paths).toEqual(['/D/M/S/a', '/D/M/S/b']);
  });
});
