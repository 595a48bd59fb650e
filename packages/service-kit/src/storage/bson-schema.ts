import type { Document } from 'mongodb';
import { z } from 'zod';

/** JSON Schema keywords that MongoDB's `$jsonSchema` does not support, or that only apply to requests. */
const LEFT_OUT = new Set([
  '$schema',
  'default',
  'format',
  'pattern',
  'contentEncoding',
  'propertyNames',
  'prefixItems',
  // In enumerations: values that replicas of the previous release do not know.
  'announced',
]);
const BSON_TYPES: Record<string, string | string[]> = {
  integer: ['int', 'long', 'double'],
  number: ['int', 'long', 'double'],
};

/**
 * Derives the database validator of a stored document from its zod schema. It accepts fields that a newer version added, so that
 * two versions can write at the same time.
 */
export function bsonSchemaOf(schema: z.ZodType): Document {
  const known = derived.get(schema) ?? derive(schema);
  derived.set(schema, known);
  return known;
}

/** A process that starts several services derives each schema once. */
const derived = new WeakMap<z.ZodType, Document>();

function derive(schema: z.ZodType): Document {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      const { type } = zodSchema._zod.def;
      if (type === 'date') Object.assign(jsonSchema, { bsonType: 'date' });
      if (type === 'bigint') Object.assign(jsonSchema, { bsonType: ['long', 'int'] });
    },
  });
  return translate(json) as Document;
}

function translate(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(translate);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).flatMap(([word, value]): [string, unknown][] => {
    if (word === 'const') return [['enum', [value]]];
    if (LEFT_OUT.has(word)) return [];
    if ((word === 'additionalProperties' || word === 'items') && value === false) return [];
    // MongoDB follows draft 4, which has one keyword for the limit and another for its exclusiveness.
    if (word === 'exclusiveMinimum')
      return [
        ['minimum', value],
        [word, true],
      ];
    if (word === 'exclusiveMaximum')
      return [
        ['maximum', value],
        [word, true],
      ];
    if (word === 'type') return [['bsonType', BSON_TYPES[String(value)] ?? (value === 'boolean' ? 'bool' : value)]];
    // Names of fields are not keywords.
    if (word === 'properties')
      return [[word, Object.fromEntries(Object.entries(value as object).map(([k, v]) => [k, translate(v)]))]];
    if (word === 'required' || word === 'enum') return [[word, value]];
    return [[word, translate(value)]];
  });
  return Object.fromEntries(entries);
}
