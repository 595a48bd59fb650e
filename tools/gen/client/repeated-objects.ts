import { type Schema, typeOfSchema } from './type-of-schema.ts';

/** Minimum number of fields for an object with its own type name. */
const FIELDS_MIN = 3;

/** Returns objects that occur several times in the schemas, each by its type, with a name after the field where it first occurs. */
export function repeatedObjects(schemas: Readonly<Record<string, Schema>>): ReadonlyMap<string, RepeatedObject> {
  const found = new Map<string, RepeatedObject & { count: number }>();
  const look = (schema: Schema, field: string): void => {
    for (const [name, inner] of Object.entries(schema.properties ?? {})) visit(inner, name);
    for (const inner of schema.anyOf ?? []) visit(inner, field);
    if (schema.items) visit(schema.items, field);
  };
  const visit = (schema: Schema, field: string): void => {
    const key = typeOfSchema(schema);
    const known = found.get(key);
    if (known) known.count++;
    else if (Object.keys(schema.properties ?? {}).length >= FIELDS_MIN) {
      found.set(key, { name: typeNameOf(field), schema, count: 1 });
    }
    look(schema, field);
  };
  for (const schema of Object.values(schemas)) look(schema, '');
  const taken = new Set(Object.keys(schemas));
  return new Map(
    [...found].filter(([, { name, count }]) => {
      const isNamed = count > 1 && !taken.has(name);
      if (isNamed) taken.add(name);
      return isNamed;
    }),
  );
}

export interface RepeatedObject {
  readonly name: string;
  readonly schema: Schema;
}

/** `remittanceInformationStructuredArray` is a list of `RemittanceInformationStructured`. */
function typeNameOf(field: string): string {
  return `${field[0]?.toUpperCase() ?? ''}${field.slice(1).replace(/Array$/, '')}`;
}
