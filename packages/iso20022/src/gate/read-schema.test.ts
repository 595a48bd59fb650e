import { describe, expect, it } from 'vitest';
import { readXml } from '../index.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import { readSchema } from './read-schema.ts';
import { namespacesOf, schemaOf } from './schemas.ts';

const NAMESPACES = ['camt.052', 'camt.053', 'camt.054', 'pain.001', 'pain.002'].flatMap(namespacesOf);

/** Without declarations of namespaces, which the reader of messages keeps apart. */
const shown = ({ name, attributes, children }: XmlElement): unknown => [
  name,
  [...attributes].filter(([key]) => !key.startsWith('xmlns')),
  children.map(shown),
];

describe('a schema', () => {
  it.each(NAMESPACES)('of %s is read as the reader of messages reads it', (namespace) => {
    const schema = schemaOf(namespace) ?? '';
    expect(shown(readSchema(schema))).toEqual(shown(readXml(new TextEncoder().encode(schema)).root));
  });
});
