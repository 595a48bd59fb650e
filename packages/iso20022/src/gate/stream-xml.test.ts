import { cpuMsOf } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { statement } from '../../test/statement-text.ts';
import { readXml, STREAM_LIMITS, streamXml, textAt, XmlRefusal } from '../index.ts';

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
  ['an entity that nobody declared', '<a>&nbsp;</a>', /not well-formed/],
  ['UTF-16', new Uint8Array(Buffer.from('﻿<a/>', 'utf16le')), /not in UTF-8/],
  ['UTF-7 by its own word', '<?xml version="1.0" encoding="UTF-7"?><a/>', /not in UTF-8/],
  ['ISO-8859-2 by its own word', '<?xml version="1.0" encoding="ISO-8859-2"?><a/>', /not in UTF-8/],
  ['bytes that are no UTF-8', Uint8Array.of(0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e), /not in UTF-8/],
  ['XML 1.1', '<?xml version="1.1"?><a/>', /not XML 1.0/],
  ['100,000 levels', '<a>'.repeat(100_000), /nested deeper than 32/],
  ['an attribute of 12 MB', `<a b="${'x'.repeat(5_000_000)}"/>`, /tag or text of more than/],
  [
    'an element with a name of 60,000 characters',
    `<a><${'b'.repeat(60_000)}/></a>`,
    /^has a name of more than 128 characters$/,
  ],
  ['an attribute with a name of 200 characters', `<a><b ${'c'.repeat(200)}=""/></a>`, /name of more than 128/],
  ['65 attributes', `<a ${Array.from({ length: 65 }, (_, n) => `b${n}=""`).join(' ')}/>`, /more than 64 attributes/],
  ['a comment without an end', `<a><!--${'x'.repeat(1_000_000)}`, /tag or text of more than/],
  ['more bytes than allowed', `<a>${'<b/>'.repeat(2_000_000)}</a>`, /more than 6291456 bytes/],
  ['more elements than allowed', `<a>${'<b/>'.repeat(600_000)}</a>`, /more than 500000 elements/],
  ['a tag that is not closed', '<a><b></a>', /not well-formed/],
  ['two roots', '<a/><a/>', /not well-formed/],
  ['nothing', '', /not well-formed|empty/],
  ['a control character', '<a>\u0000</a>', /not well-formed/],
  ['a control character in disguise', '<a>&#1;</a>', /not well-formed/],
  [
    'an attribute of XSI that changes what is meant',
    '<a xmlns:x="http://www.w3.org/2001/XMLSchema-instance" x:nil="true"/>',
    /another namespace/,
  ],
  ['a prefix that is not bound', '<x:a/>', /not well-formed/],
];

const REFUSED_CPU_MS_MAX = 2_000;

describe('XML from outside', () => {
  it.each(HOSTILE)('is refused with %s, in little time', async (_, input, reason) => {
    const refuse = (): void => {
      const refusal = refusalOf(() => readXml(typeof input === 'string' ? bytes(input) : input));
      expect(refusal.reason).toMatch(reason);
    };
    expect(await cpuMsOf(refuse, REFUSED_CPU_MS_MAX)).toBeLessThan(REFUSED_CPU_MS_MAX);
  });

  it('keeps what it was refused for out of the text of the refusal', () => {
    const refusal = refusalOf(() => readXml(bytes('<a><IBAN>HR1210010051863000160</b></a>')));
    expect(refusal.message).not.toContain('HR12');
    expect(refusal.path).toBe('/a/IBAN');
  });

  it.each([
    ['', '1, character 1', 'no whole element'],
    ['{"a":1}', '1, character 7', 'text outside'],
    ['<a>\n  <b>x</b>\n  <c>\n</a>', '4, character 4', 'this one is still open'],
    ['<a>\n  <b>R & D</b>\n</a>', '3, character 4', 'a bare &'],
    ['<a>&nbsp;</a>', '1, character 9', 'written &amp;'],
    ['<a>1 < 2</a>', '1, character 7', 'written &lt;'],
    ['<a b=1/>', '1, character 6', 'not in quotes'],
    ['<a b="1" b="2"/>', '1, character 16', 'twice'],
    ['\n<?xml version="1.0"?><a/>', '2, character 6', 'the very first thing'],
    ['<x:a/>', '1, character 6', 'no namespace'],
  ])('that is not well-formed is told in plain words, with line and character: %j', (text, place, words) => {
    const { reason } = refusalOf(() => readXml(bytes(text)));
    expect(reason).toContain(`is not well-formed XML: at line ${place} `);
    expect(reason).toContain(words);
  });

  it('has its place told right where elements were read beside the parser', async () => {
    const containers = ['/a', '/a/p'];
    const place = async (text: string): Promise<string | undefined> => {
      try {
        for await (const _ of streamXml([bytes(text)], { containers }));
        return undefined;
      } catch (error) {
        if (!(error instanceof XmlRefusal)) throw error;
        return /at (line \d+, character \d+)/.exec(error.reason)?.[1];
      }
    };
    expect(await place('<a xmlns="urn:x"><b>1</b><b>2</b><b>3</c></a>')).toBe('line 1, character 41');
    expect(await place('<a xmlns="urn:x">\n<b>1</b>\n<b>2</b>\n  <b>3</c></a>')).toBe('line 4, character 10');
    expect(await place('<a xmlns="urn:x">\n<b>1</b>\n<b>2</b>\n\n</c></a>')).toBe('line 5, character 4');
  });

  it('is a plain tree: local names, attributes, text with its five entities and CDATA, lines', () => {
    const { namespace, root } = readXml(
      bytes('<n:a xmlns:n="urn:x"\n><n:b c="&quot;1&quot;">&lt;č&#x1F600;<![CDATA[<&]]></n:b><n:b/></n:a>'),
    );
    expect([namespace, root.name, root.children.map(({ ordinal }) => ordinal)]).toEqual(['urn:x', 'a', [1, 2]]);
    expect(textAt(root, 'b')).toBe('<č😀<&');
    expect(root.children[0]?.attributes).toEqual(new Map([['c', '"1"']]));
    expect(root.children[0]?.line).toBe(2);
  });

  it('has no element or attribute that reaches a prototype', () => {
    const { root } = readXml(bytes('<a><__proto__ __proto__="1" constructor="2"><x>1</x></__proto__></a>'));
    expect(root.children[0]?.attributes.get('__proto__')).toBe('1');
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('may be prefixed, name a place for its schema, and hold comments', () => {
    const hint =
      'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:x http://127.0.0.1/x.xsd"';
    const { root } = readXml(bytes(`<!-- c --><a xmlns="urn:x" ${hint}><!-- d -->1</a>`));
    expect([root.text, root.attributes.size]).toEqual(['1', 0]);
  });
});

describe('a stream', () => {
  const containers = ['/Document', '/Document/BkToCstmrStmt', '/Document/BkToCstmrStmt/Stmt'];

  it('gives the children of containers one by one, however it was cut', async () => {
    const text = bytes(statement());
    const found: string[] = [];
    for await (const part of streamXml(
      Array.from(text, (byte) => Uint8Array.of(byte)),
      { containers },
    )) {
      found.push(`${part.kind} ${part.path.slice(part.path.lastIndexOf('/') + 1)}`);
    }
    const inside = ['element Id', 'element Acct', 'element Bal', 'element Ntry', 'element Ntry[2]', 'close Stmt'];
    const around = ['open Document', 'open BkToCstmrStmt', 'element GrpHdr', 'open Stmt', ...inside];
    expect(found).toEqual([...around, 'close BkToCstmrStmt', 'close Document']);
  });

  it('is bounded by its parts and not by its length', async () => {
    const limits = { ...STREAM_LIMITS, elementsMax: 10 };
    let entries = 0;
    for await (const { path } of streamXml([bytes(statement({ entries: 1_000 }))], { containers, limits })) {
      if (path.includes('Ntry')) entries++;
    }
    expect(entries).toBe(1_000);
    const walk = async (): Promise<void> => {
      for await (const _ of streamXml([bytes(statement({ entries: 1_000 }))], { containers: ['/Document'], limits }));
    };
    await expect(walk()).rejects.toThrow(/more than 10 elements in one part/);
  });
});
