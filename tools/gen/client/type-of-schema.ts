/** The part of JSON schema that the published interface uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly anyOf?: readonly Schema[];
}

/** Returns the name of the type for an object, if it has one. */
type NameOf = (object: Schema) => string | undefined;

/** Returns a TypeScript type for a schema; references become type names. */
export function typeOfSchema(schema: Schema, nameOf: NameOf = () => undefined): string {
  const typeOf = (inner: Schema): string => typeOfSchema(inner, nameOf);
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'never';
  if (schema.const !== undefined) return quoted(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(quoted).join(' | ');
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeOf))].join(' | ');
  if (schema.type === 'array') return `(${typeOf(schema.items ?? {})})[]`;
  if (schema.type === 'object') return nameOf(schema) ?? objectType(schema, typeOf);
  if (schema.type === 'integer') return 'number';
  if (schema.type === 'string' || schema.type === 'number' || schema.type === 'boolean') return schema.type;
  return 'unknown';
}

function objectType({ properties = {}, required = [] }: Schema, typeOf: (inner: Schema) => string): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const about = field.description === undefined ? '' : `/** ${field.description} */\n`;
    return `${about}${quoted(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field)};`;
  });
  return `{\n${fields.join('\n')}\n}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
