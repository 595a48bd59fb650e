import type { OpenApiDocument } from './document.ts';

type Json = { [name: string]: unknown };

const SCHEMAS = '#/components/schemas/';
/** The forms of an error, and the enumeration of all message codes that they refer to. */
const FORMS = ['TppMessages', 'Problem'];
const CODES = 'MessageCode';

/**
 * Gives each error response its own forms, limited to its possible codes; responses with the same codes share them. The forms
 * that allow every code are removed.
 */
export function withCodesOfResponses(
  document: OpenApiDocument,
  codesOf: ReadonlyMap<string, readonly string[]>,
): OpenApiDocument {
  const { schemas, responses } = document.components as { schemas: Json; responses: Json };
  const made = new Map<string, string>();
  for (const [name, response] of Object.entries(responses)) {
    const codes = codesOf.get(name) ?? [];
    for (const media of Object.values((response as { content?: Json }).content ?? {})) {
      const { schema } = media as { schema: { $ref?: string } };
      const form = FORMS.find((one) => schema.$ref === SCHEMAS + one);
      if (form === undefined) continue;
      const key = `${form} ${codes.toSorted().join()}`;
      const own = made.get(key) ?? `${form}_${name.replace('-', '_')}`;
      made.set(key, own);
      schemas[own] = withCodes(schemas[form], codes);
      (media as Json)['schema'] = { $ref: SCHEMAS + own };
    }
  }
  for (const name of [...FORMS, CODES]) delete schemas[name];
  return document;
}

function withCodes(node: unknown, codes: readonly string[]): unknown {
  if (Array.isArray(node)) return node.map((item) => withCodes(item, codes));
  if (typeof node !== 'object' || node === null) return node;
  if ((node as Json)['$ref'] === SCHEMAS + CODES) return { type: 'string', enum: codes };
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, withCodes(value, codes)]));
}

/** Merges the forms of errors to one, with every code of any response; for clients that read all errors alike. */
export function formsOfErrors(schemas: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    FORMS.map((form) => {
      const own = Object.entries(schemas).flatMap(([name, schema]) => (name.startsWith(`${form}_`) ? [schema] : []));
      const codes = new Set(own.flatMap((schema) => codesIn(schema)));
      return [form, withEnumOfCodes(own[0], [...codes].toSorted())];
    }),
  );
}

/** Whether a schema is the form of the errors of some responses. */
export function isFormOfErrors(name: string): boolean {
  return FORMS.some((form) => name.startsWith(`${form}_`));
}

function codesIn(node: unknown, name = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  if (name === 'code') return ((node as { enum?: string[] }).enum ?? []).slice();
  return Object.entries(node).flatMap(([inner, value]) => codesIn(value, inner));
}

function withEnumOfCodes(node: unknown, codes: readonly string[], name = ''): unknown {
  if (Array.isArray(node) || typeof node !== 'object' || node === null) return node;
  if (name === 'code' && 'enum' in node) return { ...node, enum: codes };
  return Object.fromEntries(
    Object.entries(node).map(([inner, value]) => [inner, withEnumOfCodes(value, codes, inner)]),
  );
}
