import { readFileSync } from 'node:fs';

/** `openapi.json` is checked in, the other files are built (`npm run gen`). */
const FOLDER = new URL('../published/', import.meta.url);

export function readPublished(path: string): Buffer {
  return readFileSync(new URL(path, FOLDER));
}

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
}

interface OpenApiOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, OpenApiMedia>> }>>;
}

interface OpenApiMedia {
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export function readOpenApi(): OpenApiDocument {
  return JSON.parse(readPublished('openapi.json').toString('utf8')) as OpenApiDocument;
}
