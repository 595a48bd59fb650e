import type { OpenApiDocument } from './document.ts';

/** Not part of the document's structure, but values sent over the wire. */
const VALUES = new Set(['value', 'example', 'enum']);

/**
 * Returns the document as OpenAPI 3.0.3, for tools that support no later version. It has no mutual TLS: the text describes the
 * certificate, and the only security scheme is the sandbox's.
 */
export function olderDocument(document: OpenApiDocument): unknown {
  const { info, components = {}, paths = {}, ...rest } = JSON.parse(JSON.stringify(document)) as OpenApiDocument;
  const { clientCertificate: _, ...securitySchemes } = components.securitySchemes ?? {};
  return {
    ...rest,
    openapi: '3.0.3',
    info: { ...info, license: { name: info.license?.name, url: 'https://www.apache.org/licenses/LICENSE-2.0' } },
    paths: older(paths),
    components: { ...(older(components) as object), securitySchemes },
  };
}

function older(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(older);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(Object.entries(node).flatMap(([key, value]) => olderEntry(key, value)));
}

function olderEntry(key: string, value: unknown): [string, unknown][] {
  if (VALUES.has(key)) return [[key, value]];
  if (key === 'const') return [['enum', [value]]];
  if (key === 'security' && Array.isArray(value)) return [[key, value.filter((way) => !('clientCertificate' in way))]];
  return [[key, older(value)]];
}
