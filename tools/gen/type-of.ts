import type { z } from 'zod';

/** Describes a JSON schema in a few words: `text`, `true or false`, `one of a, b`, `list of …`. */
export function typeOf(schema: z.core.JSONSchema._JSONSchema | undefined): string {
  if (typeof schema !== 'object') return 'anything';
  if (schema.enum !== undefined) return `one of ${schema.enum.map((value) => `\`${String(value)}\``).join(', ')}`;
  switch (schema.type) {
    case 'array':
      return `list of ${typeOf(Array.isArray(schema.items) ? schema.items[0] : schema.items)}`;
    case 'object':
      return schema.propertyNames === undefined
        ? 'map'
        : `map from ${typeOf(schema.propertyNames)} to ${typeOf(schema.additionalProperties)}`;
    case 'integer':
    case 'number':
      return schema.minimum === undefined || schema.minimum < 0 ? 'number' : `number from ${schema.minimum}`;
    case 'boolean':
      return 'true or false';
    case 'string':
      return schema.format === 'uri' ? 'address' : 'text';
    default:
      return 'anything';
  }
}
