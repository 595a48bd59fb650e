import type { OpenApi, Schema } from './open-api.ts';

export interface Field {
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** Maximum depth of described fields; deeper ones are only in the OpenAPI document. */
const DEPTH_MAX = 5;

/** Returns all fields of a schema by path; a recursive schema is followed once. */
export function fieldsOf(schema: Schema | undefined, openApi: OpenApi): Field[] {
  return schema === undefined ? [] : collectFields(schema, '', [], openApi);
}

function collectFields(schema: Schema, path: string, above: readonly Schema[], openApi: OpenApi): Field[] {
  const whole = followed(schema, openApi);
  if (above.includes(whole) || above.length > DEPTH_MAX) return [];
  const inside = [...above, whole];
  if (whole.items !== undefined) return collectFields(whole.items, `${path}[]`, inside, openApi);
  const parts = whole.allOf ?? whole.anyOf ?? whole.oneOf;
  if (whole.properties === undefined && parts !== undefined) {
    const fields = parts.flatMap((part) => collectFields(part, path, inside, openApi));
    return fields.filter((field, at) => fields.findIndex((other) => other.path === field.path) === at);
  }
  return Object.entries(whole.properties ?? {}).flatMap(([name, property]) => {
    const own = path === '' ? name : `${path}.${name}`;
    const isRequired = whole.required?.includes(name) ?? false;
    const { description = '' } = followed(property, openApi);
    const field = { path: own, type: typeOf(property, openApi), isRequired, description };
    return [field, ...collectFields(property, own, inside, openApi)];
  });
}

/** Describes a type for readers: `date`, `array of object`, `"true" or "false"`. */
export function typeOf(schema: Schema, openApi: OpenApi): string {
  const { type, format, enum: values, const: value, items, maxLength, anyOf, oneOf } = followed(schema, openApi);
  if (value !== undefined) return JSON.stringify(value);
  if (values !== undefined) return values.join(', ');
  if (items !== undefined) return `array of ${typeOf(items, openApi)}`;
  const parts = anyOf ?? oneOf;
  if (type === undefined && parts !== undefined) {
    return [...new Set(parts.map((part) => typeOf(part, openApi)))].join(' or ');
  }
  const named = format ?? (Array.isArray(type) ? type.join(' or ') : (type as string | undefined)) ?? 'any';
  return maxLength === undefined ? named : `${named}, up to ${maxLength} characters`;
}

function followed(schema: Schema, { components }: OpenApi): Schema {
  return schema.$ref === undefined ? schema : (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
}
