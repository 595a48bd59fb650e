import { z } from 'zod';

const REWRITTEN = new WeakMap<z.core.$ZodType, z.ZodType>();

/**
 * Returns the schema of a contract for answers: without unknown fields, and with values before any transformation by the schema.
 * A schema that needs no change is returned as is.
 */
export function strictSchema(schema: z.core.$ZodType): z.ZodType {
  const known = REWRITTEN.get(schema);
  if (known !== undefined) return known;
  const rewritten = rewrite(schema as z.ZodType);
  REWRITTEN.set(schema, rewritten);
  return rewritten;
}

/** Returns the fields of an object, each with its strict schema. */
export function fieldsOf<Shape extends z.core.$ZodShape>(
  schema: z.ZodObject<Shape>,
): { [Name in keyof Shape]: z.ZodType } {
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, strictSchema(field)] as const);
  return Object.fromEntries(fields) as { [Name in keyof Shape]: z.ZodType };
}

function rewrite(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) return rewriteObject(schema);
  if (schema instanceof z.ZodOptional)
    return changed(schema, [schema.unwrap()], ([inner]) => z.optional(inner ?? z.never()));
  if (schema instanceof z.ZodArray) return changed(schema, [schema.element], ([inner]) => z.array(inner ?? z.never()));
  if (schema instanceof z.ZodUnion) return changed(schema, schema.options, (options) => z.union(options));
  if (schema instanceof z.ZodPipe) return strictSchema(schema.in);
  if (schema instanceof z.ZodDefault) return strictSchema(schema.unwrap());
  return schema;
}

function rewriteObject(schema: z.ZodObject): z.ZodType {
  const names = Object.keys(schema.shape);
  const fields = Object.values(schema.shape);
  const isStrict = schema.def.catchall instanceof z.ZodNever;
  const make = (inner: readonly z.ZodType[]) =>
    z.strictObject(Object.fromEntries(names.map((name, index) => [name, inner[index] ?? z.never()])));
  return isStrict ? changed(schema, fields, make) : make(fields.map(strictSchema));
}

function changed(
  schema: z.ZodType,
  inner: readonly z.core.$ZodType[],
  make: (inner: readonly z.ZodType[]) => z.ZodType,
): z.ZodType {
  const rewritten = inner.map(strictSchema);
  const isSame = rewritten.every((field, index) => field === inner[index]);
  return isSame ? schema : make(rewritten);
}
