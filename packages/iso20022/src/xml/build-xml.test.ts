import { describe, expect, it } from 'vitest';
import { statement } from '../../test/statement-text.ts';
import { readXml } from '../index.ts';
import { buildElement, buildXml, escapeXml } from './build-xml.ts';
import { contentOf, parseContent } from './parse-content.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const ALL_CHARACTERS = `a<b>&"c"\t\n\r'č😀]]>`;

describe('written XML', () => {
  it('reads back as what was written, whatever characters it holds', () => {
    const { root } = readXml(bytes(buildXml({ a: { '@x': ALL_CHARACTERS, '#text': ALL_CHARACTERS } })));
    expect([root.text, root.attributes.get('x')]).toEqual([ALL_CHARACTERS, ALL_CHARACTERS]);
    expect(escapeXml('a\u0000b\uD800c\uFFFE')).toBe('a b c ');
  });

  it('keeps an attribute whose value is true, and an element without content', () => {
    expect(buildXml({ a: { '@x': 'true', b: {} } })).toBe('<a x="true"><b></b></a>');
  });

  it('is the same tree again', () => {
    const first = readXml(bytes(statement()));
    const again = readXml(bytes(buildElement(first.root, first.namespace)));
    expect(buildElement(again.root, again.namespace)).toBe(buildElement(first.root, first.namespace));
  });

  it('of a tree has no comments, CDATA, prefixes and spaces between elements', () => {
    const { root, namespace } = readXml(
      bytes('<n:a xmlns:n="urn:x">\n <!-- c --><n:b z="1"><![CDATA[<]]></n:b>\n</n:a>'),
    );
    expect(buildElement(root, namespace)).toBe('<a xmlns="urn:x"><b z="1">&lt;</b></a>');
  });
});

describe('the content of a tree', () => {
  it.each([
    statement(),
    '<a><Ustrd>x</Ustrd><b/><b z="1"> </b><b>2</b><c z="&lt;">&#9; č </c><d z=""><e>\n</e></d></a>',
    '<a>x<b>1</b>y<c>1</c><b/> </a>',
    `<a><b>${escapeXml(ALL_CHARACTERS)}</b><c z="${escapeXml(ALL_CHARACTERS)}"/></a>`,
  ])('is what its XML would be parsed to', (xml) => {
    const { root } = readXml(bytes(xml));
    expect(contentOf([root, root])).toEqual(parseContent(buildElement(root) + buildElement(root)));
  });

  it('has nothing of supplementary data, and nothing that reaches a prototype', () => {
    const { root } = readXml(bytes('<a><SplmtryData><x/></SplmtryData><__proto__><y>1</y></__proto__><b>2</b></a>'));
    expect(contentOf([root])).toEqual({ a: { b: '2' } });
    expect(({} as Record<string, unknown>)['y']).toBeUndefined();
  });

  it('has members of any other name, also of what every object has', () => {
    const { root } = readXml(bytes('<a><constructor>1</constructor><toString/><toString/></a>'));
    expect(contentOf([root])).toEqual({ a: { constructor: '1', toString: ['', ''] } });
  });
});

describe('parsed content', () => {
  it('is text as it was written: no numbers, no lost zeros, no trimmed spaces', () => {
    expect(parseContent('<a>0010.10</a><b>1e3</b><c> x </c><d/>')).toEqual({ a: '0010.10', b: '1e3', c: ' x ', d: '' });
  });

  it('has every reference decoded once', () => {
    const xml = buildXml({ a: { '@x': ALL_CHARACTERS, '#text': ALL_CHARACTERS }, b: '&amp;lt; &#38;' });
    expect(parseContent(xml)).toEqual({ a: { '@x': ALL_CHARACTERS, '#text': ALL_CHARACTERS }, b: '&amp;lt; &#38;' });
    expect(parseContent('<a>&#x1F600;&#10;&apos;</a>')).toEqual({ a: "😀\n'" });
  });

  it('decodes as many references as a message may have', () => {
    const many = '&'.repeat(200_000);
    expect(parseContent<{ a: string }>(buildXml({ a: many })).a).toBe(many);
  });

  it('has a list of what may occur several times, also where it occurs once', () => {
    expect(parseContent('<RmtInf><Ustrd>x</Ustrd></RmtInf>')).toEqual({ RmtInf: { Ustrd: ['x'] } });
  });

  it('does not look into supplementary data, whatever its elements are called', () => {
    const xml = '<a><SplmtryData><Envlp><constructor>1</constructor><__proto__/></Envlp></SplmtryData><b>2</b></a>';
    expect(parseContent<{ a: { b: string } }>(xml).a.b).toBe('2');
    expect(({} as Record<string, unknown>)['Envlp']).toBeUndefined();
  });
});
