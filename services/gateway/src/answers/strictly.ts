import { z } from 'zod';

const DONE = new WeakMap<z.core.$ZodType, z.ZodType>();

/**
 * A contract as an answer has it: with no field that it does not name, and with values as they are written (what is made
 * of them at the door of a room is no part of it). What needs no change is the same schema still.
 */
export function strictly(schema: z.core.$ZodType): z.ZodType {
  const known = DONE.get(schema);
  if (known !== undefined) return known;
  const made = rewrite(schema as z.ZodType);
  DONE.set(schema, made);
  return made;
}

/** The fields of an object, each as an answer has it. */
export function fieldsOf<Shape extends z.core.$ZodShape>(
  schema: z.ZodObject<Shape>,
): { [Name in keyof Shape]: z.ZodType } {
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, strictly(field)] as const);
  return Object.fromEntries(fields) as { [Name in keyof Shape]: z.ZodType };
}

function rewrite(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) return rewriteObject(schema);
  if (schema instanceof z.ZodOptional)
    return changed(schema, [schema.unwrap()], ([inner]) => z.optional(inner ?? z.never()));
  if (schema instanceof z.ZodArray) return changed(schema, [schema.element], ([inner]) => z.array(inner ?? z.never()));
  if (schema instanceof z.ZodUnion) return changed(schema, schema.options, (options) => z.union(options));
  if (schema instanceof z.ZodPipe) return strictly(schema.in);
  if (schema instanceof z.ZodDefault) return strictly(schema.unwrap());
  return schema;
}

function rewriteObject(schema: z.ZodObject): z.ZodType {
  const names = Object.keys(schema.shape);
  const fields = Object.values(schema.shape);
  const isStrict = schema.def.catchall instanceof z.ZodNever;
  const make = (inner: readonly z.ZodType[]) =>
    z.strictObject(Object.fromEntries(names.map((name, index) => [name, inner[index] ?? z.never()])));
  return isStrict ? changed(schema, fields, make) : make(fields.map(strictly));
}

function changed(
  schema: z.ZodType,
  inner: readonly z.core.$ZodType[],
  make: (inner: readonly z.ZodType[]) => z.ZodType,
): z.ZodType {
  const rewritten = inner.map(strictly);
  const isSame = rewritten.every((field, index) => field === inner[index]);
  return isSame ? schema : make(rewritten);
}
