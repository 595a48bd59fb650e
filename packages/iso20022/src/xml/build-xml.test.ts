import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { statement } from '../../test/statement-text.ts';
import { readXml } from '../gate/read-xml.ts';
import { buildElement, buildXml, escapeXml } from './build-xml.ts';
import { contentOf } from './content-of.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const ALL_CHARACTERS = `a<b>&"c"\t\n\r'č😀]]>`;

/** Parser of another library, for XML without references. */
const otherParser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  isArray: (name) => name === 'Ustrd' || name === 'Bal',
});

/** Content of the root element. */
const contentOfText = (xml: string): unknown => contentOf([readXml(bytes(xml)).root]);

describe('generated XML', () => {
  it('is read back unchanged, whatever characters it contains', () => {
    const { root } = readXml(bytes(buildXml({ a: { '@x': ALL_CHARACTERS, '#text': ALL_CHARACTERS } })));
    expect([root.text, root.attributes.get('x')]).toEqual([ALL_CHARACTERS, ALL_CHARACTERS]);
    expect(escapeXml('a\u0000b\uD800c\uFFFE')).toBe('a b c ');
  });

  it('keeps an attribute with the value true, and an element without content', () => {
    expect(buildXml({ a: { '@x': 'true', b: {} } })).toBe('<a x="true"><b></b></a>');
  });

  it('results in the same tree again', () => {
    const first = readXml(bytes(statement()));
    const again = readXml(bytes(buildElement(first.root, first.namespace)));
    expect(buildElement(again.root, again.namespace)).toBe(buildElement(first.root, first.namespace));
  });

  it('from a tree has no comments, CDATA, prefixes or white space between elements', () => {
    const { root, namespace } = readXml(
      bytes('<n:a xmlns:n="urn:x">\n <!-- c --><n:b z="1"><![CDATA[<]]></n:b>\n</n:a>'),
    );
    expect(buildElement(root, namespace)).toBe('<a xmlns="urn:x"><b z="1">&lt;</b></a>');
  });
});

describe('the content of a tree', () => {
  it.each([
    statement(),
    '<a><Ustrd>x</Ustrd><b/><b z="1"> </b><b>2</b><c z="1"> č </c><d z=""><e>y</e></d></a>',
    '<a>x<b>1</b>y<c>1</c><b/> </a>',
  ])('equals the result of another parser for the same XML', (xml) => {
    const { root } = readXml(bytes(xml));
    expect(contentOf([root, root])).toEqual(otherParser.parse(buildElement(root) + buildElement(root)));
  });

  it('excludes supplementary data', () => {
    const { root } = readXml(bytes('<a><SplmtryData><x/></SplmtryData><b>2</b></a>'));
    expect(contentOf([root])).toEqual({ a: { b: '2' } });
  });

  it('is the text as written: no numbers, no lost zeros, no trimmed spaces', () => {
    expect(contentOfText('<x><a>0010.10</a><b>1e3</b><c> x </c><d/></x>')).toEqual({
      x: { a: '0010.10', b: '1e3', c: ' x ', d: '' },
    });
  });

  it('has every reference decoded exactly once', () => {
    const xml = buildXml({ x: { a: { '@x': ALL_CHARACTERS, '#text': ALL_CHARACTERS }, b: '&amp;lt; &#38;' } });
    expect(contentOfText(xml)).toEqual({
      x: { a: { '@x': ALL_CHARACTERS, '#text': ALL_CHARACTERS }, b: '&amp;lt; &#38;' },
    });
    expect(contentOfText('<a>&#x1F600;&#10;&apos;</a>')).toEqual({ a: "😀\n'" });
  });

  it('has an array for every repeatable element, even if it occurs once', () => {
    expect(contentOfText('<RmtInf><Ustrd>x</Ustrd></RmtInf>')).toEqual({ RmtInf: { Ustrd: ['x'] } });
  });
});
