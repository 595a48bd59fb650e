import { readFileSync } from 'node:fs';

/** Generated (`npm run gen`) and checked in; at the same place seen from sources and from what is built of them. */
const FOLDER = new URL('../../published/', import.meta.url);

export function readPublished(name: string): Buffer {
  return readFileSync(new URL(name, FOLDER));
}

interface Media {
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}
export interface InterfaceDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export function readInterface(): InterfaceDocument {
  return JSON.parse(readPublished('openapi.json').toString('utf8')) as InterfaceDocument;
}

/** The body that the interface shows as the answer of an operation, as a developer would print it. */
export function exampleAnswer(document: InterfaceDocument, operationId: string): string | undefined {
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    if (operation.operationId !== operationId) continue;
    for (const [status, { content }] of Object.entries(operation.responses)) {
      const example = Object.values(content?.['application/json']?.examples ?? {})[0];
      if (status.startsWith('2') && example !== undefined) return JSON.stringify(example.value, null, 2);
    }
  }
  return undefined;
}
