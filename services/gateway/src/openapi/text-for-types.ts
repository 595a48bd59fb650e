import type { Document, Json } from './offered-document.ts';

/** Returns the document with booleans and numbers in answers as strings (decision 14). Requests accept both forms and stay unchanged. */
export function withTextForTypes(document: Document): Document {
  const { schemas } = document.components;
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const asked = schemasWithin(
    operations.map(({ requestBody }) => requestBody),
    schemas,
  );
  for (const [name, schema] of Object.entries(schemas)) if (!asked.has(name)) schemas[name] = asText(schema) as Json;
  for (const operation of operations) operation.responses = exampleValuesAsText(operation.responses) as Json;
  return document;
}

/** Returns the names of all schemas that a part of the document refers to. */
function schemasWithin(part: unknown, schemas: Json, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of (JSON.stringify(part) ?? '').matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    schemasWithin(schemas[name], schemas, found);
  }
  return found;
}

function asText(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asText);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { type } = schema as { type?: unknown };
  if (type === 'boolean') return { type: 'string', enum: ['true', 'false'] };
  if (type === 'number' || type === 'integer') return { type: 'string', pattern: '^-?[0-9]+([.][0-9]+)?$' };
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, asText(value)]));
}

function exampleValuesAsText(part: unknown, isExample = false): unknown {
  if (isExample && (typeof part === 'boolean' || typeof part === 'number')) return String(part);
  if (Array.isArray(part)) return part.map((item) => exampleValuesAsText(item, isExample));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, exampleValuesAsText(value, isExample || name === 'value')]),
  );
}
