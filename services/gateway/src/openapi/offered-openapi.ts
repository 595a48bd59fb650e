import { type AspspProfile, PaymentService } from '@xs2a/contracts';

type Json = { [name: string]: unknown };

const SIGNATURE_HEADERS = ['Digest', 'Signature', 'TPP-Signature-Certificate'];

/**
 * The OpenAPI document of this bank. The checked-in document has everything that the service can do: what the bank does not
 * offer is removed, and the types of answers follow its wire style.
 */
export function offeredOpenApi(
  published: object,
  { products, signatureRequired, wireStyle }: Pick<AspspProfile, 'products' | 'signatureRequired' | 'wireStyle'>,
): object {
  const document = structuredClone(published) as {
    paths: Json;
    tags: { name: string }[];
    components: { parameters: Record<string, Json>; schemas: Json; responses: Json };
  };
  const { paths, components } = document;
  for (const service of PaymentService.options) {
    const offered: readonly string[] = products[service] ?? [];
    if (offered.length === 0) {
      delete components.parameters[`paymentProduct-${service}`];
      for (const path of Object.keys(paths)) if (path.startsWith(`/v1/${service}/`)) delete paths[path];
      continue;
    }
    const schema = components.parameters[`paymentProduct-${service}`]?.['schema'] as { enum: string[] };
    schema.enum = schema.enum.filter((product) => offered.includes(product));
  }
  const { schemas, ...others } = components;
  const used = schemasWithin([paths, others], schemas);
  components.schemas = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  const tagged = JSON.stringify(
    Object.values(paths)
      .flatMap((path) => Object.values(path as Json))
      .map(tagsOf),
  );
  document.tags = document.tags.filter(({ name }) => tagged.includes(`"${name}"`));
  if (signatureRequired) {
    for (const name of SIGNATURE_HEADERS) Object.assign(components.parameters[name] ?? {}, { required: true });
  }
  return wireStyle === 'text' ? withTextForTypes(document) : document;
}

function tagsOf(operation: unknown): unknown {
  return (operation as { tags?: unknown }).tags;
}

/** Booleans and numbers in answers become strings (decision 14). Requests accept both and stay unchanged. */
function withTextForTypes<Document extends { paths: Json; components: { schemas: Json } }>(
  document: Document,
): Document {
  const bodies = Object.values(document.paths).flatMap((path) =>
    Object.values(path as Json).map((operation) => (operation as { requestBody?: unknown }).requestBody),
  );
  const asked = schemasWithin(bodies, document.components.schemas);
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    if (!asked.has(name)) document.components.schemas[name] = asText(schema);
  }
  for (const path of Object.values(document.paths)) {
    for (const operation of Object.values(path as Json)) {
      const { responses } = operation as { responses: Json };
      (operation as Json)['responses'] = exampleValuesAsText(responses);
    }
  }
  return document;
}

/** The names of all schemas that a part of the document refers to. */
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
