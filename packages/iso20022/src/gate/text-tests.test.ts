import { ParseOption, XmlDocument, XsdValidator } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { escapeXml } from '../xml/build-xml.ts';
import { childrenOf } from '../xml/xml-element.ts';
import { readSchema } from './read-schema.ts';
import { namespacesOf, schemaOf } from './schemas.ts';
import { textTestOf } from './text-tests.ts';

const NAMESPACES = ['camt.052', 'camt.053', 'camt.054', 'pain.001', 'pain.002'].flatMap(namespacesOf);
/** One a line: blanks count. */
const WRITTEN = `

${' '}
a
A b
 a
č
😀
&
<
"
0
00
1
-1
+1
1.
.5
0.10
1.5${' '}
1e3
1,5
INF
123456789012345678
1234567890123456789
0000000000000000001
1234567890123.12345
0.123456
0.12345678901
true
false
TRUE
 true
2026-02-28
2026-02-29
2024-02-29
2026-04-31
2026-13-01
0000-01-01
2026-1-1
2026-01-31Z
2026-01-31+01:00
12026-01-31
2026-01-31T10:00:00
2026-01-31T24:00:00
2026-01-31T23:59:60
2026-01-31 10:00:00
2026-01-31T10:00:00.123Z
2026-01-31T10:00:00+14:00
2026-01-31T10:00:00-13:59
2026-01-31T10:00
EUR
eur
EURO
HR
HRK1
HR1210010051863000160
hr1210010051863000160
ZABAHR2X
ZABAHR2XXXX
ZABAHR2
ZABA0R2X
CRDT
DBIT
TRF
CHK
SLEV
SHAR
NORM
HIGH
SCOR
RJCT
ACSC
OPBD
+385-1234
385-1234
11111111111111111111
`.split('\n');
const LENGTHS = [4, 15, 16, 34, 35, 36, 70, 71, 105, 140, 141, 256, 350, 500, 2_048];
/** A character of two code units counts once. */
const PAIRS = [17, 18, 35, 70];
const TEXTS = [
  ...WRITTEN,
  'a\n',
  ...LENGTHS.map((length) => 'x'.repeat(length)),
  ...PAIRS.map((length) => '😀'.repeat(length)),
];

describe('what a text of a schema surely is', () => {
  it.each(NAMESPACES)('%s permits too, for each of its types', (namespace) => {
    const schema = schemaOf(namespace) ?? '';
    const types = childrenOf(readSchema(schema), 'simpleType').map((type) => ({
      name: type.attributes.get('name') ?? '',
      test: textTestOf(type),
    }));
    const elements = types.map(({ name }) => `<xs:element name="of.${name}" type="${name}"/>`).join('');
    using document = XmlDocument.fromString(schema.replace('</xs:schema>', `${elements}</xs:schema>`));
    using validator = XsdValidator.fromDoc(document);
    const permits = (name: string, text: string): boolean => {
      const xml = `<of.${name} xmlns="${namespace}">${escapeXml(text)}</of.${name}>`;
      using sent = XmlDocument.fromString(xml, { option: ParseOption.XML_PARSE_NONET });
      try {
        validator.validate(sent);
        return true;
      } catch {
        return false;
      }
    };
    let passed = 0;
    for (const { name, test } of types) {
      const texts = [...TEXTS, ...enumerated(schema, name)];
      const sure = texts.filter((text) => test?.(text) === true);
      expect(
        sure.filter((text) => !permits(name, text)),
        name,
      ).toEqual([]);
      if (sure.length > 0) passed++;
    }
    // Most types are understood: otherwise little would be compared here.
    expect(passed / types.length).toBeGreaterThan(0.8);
  });
});

/** The values of a type that is a list of codes. */
function enumerated(schema: string, name: string): string[] {
  const type = childrenOf(readSchema(schema), 'simpleType').find(({ attributes }) => attributes.get('name') === name);
  const restriction = type?.children[0];
  return childrenOf(restriction, 'enumeration').map(({ attributes }) => attributes.get('value') ?? '');
}
