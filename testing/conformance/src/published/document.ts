import type { TestContext } from '../test-context.ts';

interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly required?: boolean;
}

export interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, object>>;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export async function documentOf(context: TestContext): Promise<Document> {
  const { body } = await context.ask('GET /openapi.json');
  return body as unknown as Document;
}

/** Returns the target of a `$ref` in the document. */
function at(document: Document, ref: string): unknown {
  return ref
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document);
}

/** Visits a part of the document and all its references, each once. */
export function visit(
  document: Document,
  value: unknown,
  look: (part: Record<string, unknown>) => void,
  seen = new Set(),
): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  const part = value as Record<string, unknown>;
  look(part);
  if (typeof part['$ref'] === 'string') visit(document, at(document, part['$ref']), look, seen);
  for (const inner of Object.values(part)) visit(document, inner, look, seen);
}

export function fieldsIn(document: Document): Set<string> {
  const names = new Set<string>();
  visit(document, document, ({ properties }) => {
    for (const name of Object.keys(properties ?? {})) names.add(name);
  });
  return names;
}
