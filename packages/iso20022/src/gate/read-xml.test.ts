import { cpuMsOf } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { textAt, XmlRefusal } from '../index.ts';
import { readXml } from './read-xml.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function refusalOf(work: () => unknown): XmlRefusal {
  try {
    work();
  } catch (error) {
    if (error instanceof XmlRefusal) return error;
    throw error;
  }
  return expect.fail('was read');
}

const LAUGHS = `<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>`;
const HOSTILE: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
  ['a document type', '<!DOCTYPE a><a/>', /document type/],
  ['entities that multiply', `${LAUGHS}<a>&c;</a>`, /document type/],
  ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', /document type/],
  ['an external parameter entity', '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1/"> %x;]><a/>', /document type/],
  ['an undeclared entity', '<a>&nbsp;</a>', /not well-formed/],
  ['UTF-16', new Uint8Array(Buffer.from('﻿<a/>', 'utf16le')), /not in UTF-8/],
  ['UTF-7 by its own word', '<?xml version="1.0" encoding="UTF-7"?><a/>', /not in UTF-8/],
  ['ISO-8859-2 by its own word', '<?xml version="1.0" encoding="ISO-8859-2"?><a/>', /not in UTF-8/],
  ['bytes that are no UTF-8', Uint8Array.of(0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e), /not in UTF-8/],
  ['XML 1.1', '<?xml version="1.1"?><a/>', /not XML 1.0/],
  ['100,000 levels', '<a>'.repeat(100_000), /nested too deep/],
  ['40 levels', `${'<a>'.repeat(40)}${'</a>'.repeat(40)}`, /nested too deep/],
  ['an attribute of 1 MB', `<a b="${'x'.repeat(1_000_000)}"/>`, /tag or text of more than/],
  ['an attribute of 12 MB', `<a b="${'x'.repeat(12_000_000)}"/>`, /more than 6291456 bytes/],
  ['a comment without an end', `<a><!--${'x'.repeat(1_000_000)}`, /tag or text of more than/],
  ['more bytes than allowed', `<a>${'<b/>'.repeat(2_000_000)}</a>`, /more than 6291456 bytes/],
  ['more elements than allowed', `<a>${'<b/>'.repeat(600_000)}</a>`, /more than 500000 elements/],
  ['a tag that is not closed', '<a><b></a>', /not well-formed/],
  ['two roots', '<a/><a/>', /not well-formed/],
  ['an empty text', '', /not well-formed|empty/],
  ['a control character', '<a>\u0000</a>', /not well-formed/],
  ['a control character in disguise', '<a>&#1;</a>', /not well-formed/],
  ['a prefix that is not bound', '<x:a/>', /not well-formed/],
];

const REFUSED_CPU_MS_MAX = 2_000;

describe('untrusted XML', () => {
  it.each(HOSTILE)('is refused with %s, in a short time', async (_, input, reason) => {
    const refuse = (): void => {
      const refusal = refusalOf(() => readXml(typeof input === 'string' ? bytes(input) : input));
      expect(refusal.reason).toMatch(reason);
    };
    expect(await cpuMsOf(refuse, REFUSED_CPU_MS_MAX)).toBeLessThan(REFUSED_CPU_MS_MAX);
  });

  it('is refused with an error text that does not repeat the refused content', () => {
    const refusal = refusalOf(() => readXml(bytes('<a><IBAN>HR1210010051863000160</b></a>')));
    expect(refusal.message).not.toContain('HR12');
    expect(refusal.path).toBe('/a/IBAN');
  });

  it.each([
    ['', '1, character 1', 'no whole element'],
    ['{"a":1}', '1, character 1', 'text outside'],
    ['<a>\n  <b>x</b>\n  <c>\n</a>', '4, character 5', 'this one is still open'],
    ['<a>\n  <b>R & D</b>\n</a>', '2, character 9', 'written &amp;'],
    ['<a>&nbsp;</a>', '1, character 10', 'written &amp;'],
    ['<a>1 < 2</a>', '1, character 7', 'written &lt;'],
    ['<a b=1/>', '1, character 6', 'not in quotes'],
    ['<a b="1" b="2"/>', '1, character 15', 'twice'],
    ['\n<?xml version="1.0"?><a/>', '2, character 6', 'the very first thing'],
    ['<x:a/>', '1, character 5', 'no namespace'],
  ])('that is malformed is refused in plain words, with line and character: %j', (text, place, words) => {
    const { reason } = refusalOf(() => readXml(bytes(text)));
    expect(reason).toContain(`is not well-formed XML: at line ${place} `);
    expect(reason).toContain(words);
  });

  it('becomes a plain tree: local names, attributes, text with its five entities and CDATA, lines', () => {
    const { namespace, root } = readXml(
      bytes('<n:a xmlns:n="urn:x"\n><n:b c="&quot;1&quot;">&lt;č&#x1F600;<![CDATA[<&]]></n:b><n:b/></n:a>'),
    );
    expect([namespace, root.name, root.children.map(({ ordinal }) => ordinal)]).toEqual(['urn:x', 'a', [1, 2]]);
    expect(textAt(root, 'b')).toBe('<č😀<&');
    expect(root.children[0]?.attributes).toEqual(new Map([['c', '"1"']]));
    expect(root.children[0]?.line).toBe(2);
  });

  it.each(['<a><__proto__><x>1</x></__proto__></a>', '<a><b constructor="2"/></a>'])(
    'has no name that reaches a prototype: %s',
    (text) => {
      expect(() => readXml(bytes(text))).toThrow(/name is not allowed/);
      expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    },
  );

  it('may use prefixes, contain a schema location, and contain comments', () => {
    const hint =
      'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:x http://127.0.0.1/x.xsd"';
    const { root } = readXml(bytes(`<!-- c --><a xmlns="urn:x" ${hint}><!-- d -->1</a>`));
    expect(root.text).toBe('1');
  });
});
