import { childrenOf, type XmlElement } from '../xml/xml-element.ts';
import { type TextTest, textTestOf } from './text-tests.ts';

/** What a schema says of elements of one type, as far as it is understood here. */
export interface SchemaType {
  /** Of the text, where there may be one. */
  readonly text: TextTest | undefined;
  readonly attributes: ReadonlyMap<string, TextTest>;
  /** The types of the elements in it: XML Schema permits one for each name (part 1, section 3.8.6). */
  readonly children: ReadonlyMap<string, SchemaType>;
}

/**
 * What a schema of ISO 20022 says of a document: which elements there may be below one another, and what their texts are. The order
 * and number of elements are left to the schema itself. What is not understood is left out.
 */
export function schemaTypesOf(schema: XmlElement): SchemaType {
  const texts = new Map(childrenOf(schema, 'simpleType').flatMap((type) => named(type, textTestOf(type))));
  const types = new Map<string, SchemaType>();
  for (const [name, text] of texts) types.set(name, { text, attributes: new Map(), children: new Map() });
  const complex = childrenOf(schema, 'complexType').flatMap((type) => named(type, type));
  const withChildren = complex.map(([name, type]) => {
    const children = new Map<string, SchemaType>();
    types.set(name, withText(type, texts) ?? { text: undefined, attributes: new Map(), children });
    return { type, children };
  });
  const root = new Map<string, SchemaType>();
  // Once all are there, because one may be named before it comes.
  for (const { type, children } of [...withChildren, { type: schema, children: root }]) {
    for (const element of elementsIn(type)) {
      const typeOfElement = types.get(element.attributes.get('type') ?? '');
      for (const [name, found] of named(element, typeOfElement)) children.set(name, found);
    }
  }
  return { text: undefined, attributes: new Map(), children: root };
}

/** A type of a text with attributes; undefined for any other. */
function withText(type: XmlElement, texts: ReadonlyMap<string, TextTest>): SchemaType | undefined {
  const [extension] = childrenOf(type, 'simpleContent').flatMap((content) => childrenOf(content, 'extension'));
  const text = texts.get(extension?.attributes.get('base') ?? '');
  if (text === undefined) return undefined;
  const attributes = childrenOf(extension, 'attribute').flatMap((attribute) =>
    named(attribute, texts.get(attribute.attributes.get('type') ?? '')),
  );
  return { text, attributes: new Map(attributes), children: new Map() };
}

/** All elements that are named directly, or within sequences and choices. */
function elementsIn({ name, children }: XmlElement): XmlElement[] {
  const inner = name === 'schema' ? children.filter((child) => child.name === 'element') : children;
  return inner.flatMap((child) => (child.name === 'element' ? child : elementsIn(child)));
}

function named<Value>({ attributes }: XmlElement, value: Value | undefined): [string, Value][] {
  const name = attributes.get('name');
  return name === undefined || value === undefined ? [] : [[name, value]];
}
