import { hasText, type XmlElement } from '../xml/xml-element.ts';
import { readSchema } from './read-schema.ts';
import { type SchemaType, schemaTypesOf } from './schema-types.ts';
import { schemaOf } from './schemas.ts';
import type { TextTest } from './text-tests.ts';

/** Of one type. A sender has a few; each costs a comparison. */
const SHAPES_MAX = 16;

/** An element without its texts: what is in it, in its order. */
interface Shape {
  readonly name: string;
  /** Of the text, where there are no elements in it. */
  readonly text: TextTest | undefined;
  readonly attributes: readonly (readonly [name: string, test: TextTest])[];
  readonly children: readonly Shape[];
}

/**
 * The shapes of parts that a schema has accepted (decision 112). Whether elements and attributes are permitted, at their
 * place and in their number, depends on their names alone: another part of the same shape fits too, if its texts do.
 */
export class KnownShapes {
  static readonly #made = new Map<string, KnownShapes>();

  /** The type of what stands around the document. */
  readonly around: SchemaType;
  readonly #shapes = new Map<SchemaType, Shape[]>();

  private constructor(around: SchemaType) {
    this.around = around;
  }

  /** Of a namespace whose schema is known. What was learnt of a message serves for the next. */
  static of(namespace: string): KnownShapes {
    const known = KnownShapes.#made.get(namespace);
    if (known !== undefined) return known;
    const made = new KnownShapes(schemaTypesOf(readSchema(schemaOf(namespace) ?? '')));
    KnownShapes.#made.set(namespace, made);
    return made;
  }

  /** Whether an element in one of a type surely fits. One that is not known may fit all the same. */
  has(outer: SchemaType, element: XmlElement): boolean {
    const type = outer.children.get(element.name);
    const shapes = type && this.#shapes.get(type);
    if (shapes === undefined) return false;
    for (const shape of shapes) if (isOf(shape, element)) return true;
    return false;
  }

  /** Adds the shape of an element that the schema has accepted. */
  add(outer: SchemaType, element: XmlElement): void {
    const type = outer.children.get(element.name);
    if (type === undefined || this.has(outer, element)) return;
    const shapes = this.#shapes.get(type) ?? [];
    const shape = shapes.length < SHAPES_MAX ? shapeOf(element, type) : undefined;
    if (shape !== undefined) this.#shapes.set(type, [...shapes, shape]);
  }
}

/** Undefined where a part of it is of no type that is understood. */
function shapeOf({ name, attributes, children }: XmlElement, type: SchemaType): Shape | undefined {
  const inner = children.map((child) => {
    const typeOfChild = type.children.get(child.name);
    return typeOfChild && shapeOf(child, typeOfChild);
  });
  const tests = Array.from(attributes.keys(), (attribute) => [attribute, type.attributes.get(attribute)] as const);
  if (!inner.every((shape) => shape !== undefined) || !tests.every(isTested)) return undefined;
  return { name, text: inner.length === 0 ? type.text : undefined, attributes: tests, children: inner };
}

function isTested(attribute: readonly [string, TextTest | undefined]): attribute is readonly [string, TextTest] {
  return attribute[1] !== undefined;
}

function isOf(shape: Shape, element: XmlElement): boolean {
  const { children, attributes } = element;
  if (element.name !== shape.name || element.namespace !== undefined) return false;
  if (children.length !== shape.children.length || attributes.size !== shape.attributes.length) return false;
  for (const [name, test] of shape.attributes) {
    const value = attributes.get(name);
    if (value === undefined || !test(value)) return false;
  }
  if (shape.text !== undefined) return shape.text(element.text);
  for (let index = 0; index < children.length; index++) {
    const [inner, child] = [shape.children[index], children[index]];
    if (inner === undefined || child === undefined || !isOf(inner, child)) return false;
  }
  return !hasText(element);
}
