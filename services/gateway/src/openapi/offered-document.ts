/** JSON of an OpenAPI document, as the rules in this folder use it. */
export type Json = { [name: string]: unknown };

export interface Operation extends Json {
  readonly operationId: string;
  parameters?: ({ $ref: string } | { name: string; schema?: Json })[] | undefined;
  requestBody?: { content: Json };
  responses: Json;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
  components: Record<'parameters' | 'headers' | 'schemas' | 'responses' | 'examples', Record<string, Json>>;
}

export function operationsOf({ paths }: Document): Operation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

/** Removes fields from every schema, and from the values of every example. */
export function removeFields(document: Document, isRemoved: (holder: object, name: string) => boolean): void {
  visit(document, (node) => {
    const { properties, required } = node as { properties?: Json; required?: unknown };
    if (properties !== undefined) {
      for (const name of Object.keys(properties)) if (isRemoved(properties, name)) delete properties[name];
      if (Array.isArray(required))
        node['required'] = required.filter((name) => Object.hasOwn(properties, String(name)));
    }
    if ('value' in node) {
      visit(node['value'], (inner) => {
        for (const name of Object.keys(inner)) if (isRemoved(inner, name)) delete inner[name];
      });
    }
  });
}

/** Removes headers from the operations of these keys of ENDPOINTS. */
export function withoutHeaders(
  document: Document,
  names: readonly string[],
  isConcerned: (key: string) => boolean = () => true,
): void {
  const removed = names.map((name) => `#/components/parameters/${name}`);
  for (const operation of operationsOf(document)) {
    if (!isConcerned(operation.operationId.split('_')[0] ?? '')) continue;
    operation.parameters = operation.parameters?.filter((one) => !('$ref' in one && removed.includes(one.$ref)));
  }
}

/** Removes values from every enumeration that has them. */
export function removeValues(part: unknown, values: readonly unknown[]): void {
  visit(part, (node) => {
    if (Array.isArray(node['enum'])) node['enum'] = node['enum'].filter((value) => !values.includes(value));
  });
}

/** Calls `onObject` for every nested object, outer ones first. */
function visit(node: unknown, onObject: (node: Json) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) onObject(node as Json);
  for (const inner of Object.values(node)) visit(inner, onObject);
}

/** Removes components that are no longer referenced. */
export function removeUnused(document: Document): void {
  const used = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, section = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      if (used.has(`${section} ${name}`)) continue;
      used.add(`${section} ${name}`);
      const found = (document.components as Record<string, Json>)[section]?.[name];
      if (found !== undefined) follow(found);
    }
  };
  follow(document.paths);
  for (const section of ['parameters', 'headers', 'schemas', 'responses', 'examples'] as const) {
    const components = document.components[section] ?? {};
    for (const name of Object.keys(components)) if (!used.has(`${section} ${name}`)) delete components[name];
  }
}
