import type { z } from 'zod';

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];
type Check = { readonly _zod: { readonly def: z.core.$ZodCheckDef } };

/** Maximum number of permitted values or fields that one sentence lists. */
const LISTED_MAX = 20;

function defOf(schema: Schema): Def {
  return (schema as z.core.$ZodTypes)._zod.def;
}

/** Unwraps `.optional()`, `.transform()` and the like: returns the schema that validates the value as sent. */
function validatingSchemaOf(schema: Schema): Schema {
  const def = defOf(schema);
  if (def.type === 'pipe') return validatingSchemaOf(defOf(def.in).type === 'transform' ? def.out : def.in);
  return 'innerType' in def ? validatingSchemaOf(def.innerType) : schema;
}

/** Schema of the element at a path; undefined if there is none. */
export function schemaAt(schema: Schema, path: readonly PropertyKey[]): Schema | undefined {
  const judging = validatingSchemaOf(schema);
  const [step, ...rest] = path;
  if (step === undefined) return judging;
  const def = defOf(judging);
  if (def.type === 'object' && typeof step === 'string' && Object.hasOwn(def.shape, step)) {
    return schemaAt(def.shape[step] as Schema, rest);
  }
  if (def.type === 'array' && typeof step === 'number') return schemaAt(def.element, rest);
  if (def.type !== 'union') return undefined;
  return def.options.map((option) => schemaAt(option, path)).find((found) => found !== undefined);
}

/** Element schema of an array; undefined for any other schema. */
export function elementOf(schema: Schema): Schema | undefined {
  const def = defOf(validatingSchemaOf(schema));
  return def.type === 'array' ? def.element : undefined;
}

/** Field names of an object in all its forms; empty for any other schema. */
export function fieldsOf(schema: Schema | undefined): string[] {
  const def = schema && defOf(validatingSchemaOf(schema));
  if (def?.type === 'union') return def.options.flatMap(fieldsOf);
  return def?.type === 'object' ? Object.keys(def.shape) : [];
}

/** Whether an object ignores unknown fields. If it refuses them, each is reported by name anyway. */
export function ignoresOthers(schema: Schema | undefined): boolean {
  const def = schema && defOf(validatingSchemaOf(schema));
  return def?.type === 'object' && (def.catchall === undefined || defOf(def.catchall).type !== 'never');
}

/** Describes the valid values of a schema, as the end of a sentence: `must be a text of 1 to 70 characters`. */
export function wordsOf(schema: Schema): string {
  const judging = validatingSchemaOf(schema);
  const def = defOf(judging);
  const own = ownWords(def);
  if (own !== undefined) return own;
  const checks = checksOf(def);
  switch (def.type) {
    case 'string':
      return ofText(checks);
    case 'number':
      return `must be a whole number${ofNumber(checks)}`;
    case 'boolean':
      return 'must be true or false';
    case 'enum':
      return oneOf(Object.values(def.entries));
    case 'literal':
      return oneOf(def.values);
    case 'array':
      return ofList(checks);
    case 'object':
      return ofObject(def, checks);
    case 'union':
      return `must be ${def.options.map((option) => wordsOf(option).replace(/^must be /, '')).join(', or ')}`;
    default:
      return 'is malformed';
  }
}

/** Message defined in a schema or check. */
function ownWords({ error }: { readonly error?: unknown }): string | undefined {
  const words: unknown =
    typeof error === 'function' ? error({ code: 'custom', path: [], input: undefined }) : undefined;
  return typeof words === 'string' && words !== '' ? words : undefined;
}

function checksOf(def: Def): z.core.$ZodCheckDef[] {
  return ((def.checks ?? []) as readonly Check[]).map((check) => check._zod.def);
}

function limit(checks: readonly z.core.$ZodCheckDef[], kind: string, name: string): number | undefined {
  const found = checks.find(({ check }) => check === kind) as Record<string, unknown> | undefined;
  return found === undefined ? undefined : Number(found[name]);
}

function ofText(checks: readonly z.core.$ZodCheckDef[]): string {
  const most = limit(checks, 'max_length', 'maximum');
  if (most !== undefined)
    return `must be a text of ${limit(checks, 'min_length', 'minimum') ?? 0} to ${most} characters`;
  return checks.map(ownWords).find((words) => words !== undefined) ?? 'must be a text';
}

function ofList(checks: readonly z.core.$ZodCheckDef[]): string {
  const most = limit(checks, 'max_length', 'maximum');
  return most === undefined ? 'must be a list' : `must be a list of 1 to ${most} entries`;
}

function ofNumber(checks: readonly z.core.$ZodCheckDef[]): string {
  const least = limit(checks, 'greater_than', 'value');
  return least === undefined ? '' : ` of at least ${least}`;
}

function ofObject(def: Extract<Def, { type: 'object' }>, checks: readonly z.core.$ZodCheckDef[]): string {
  const names = Object.keys(def.shape);
  const needed = names.filter((name) => (def.shape[name] as z.core.$ZodTypes)._zod.optin !== 'optional');
  if (needed.length > 0) return `must be an object with ${listed(needed, ' and ')}`;
  return checks.map(ownWords).find((words) => words !== undefined) ?? `must be an object with ${listed(names, ' or ')}`;
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? `must be ${String(values[0])}` : `must be one of ${listed(values.map(String), ', ')}`;
}

function listed(names: readonly string[], last: string): string {
  const shown = names.slice(0, LISTED_MAX);
  if (shown.length < names.length) return `${shown.join(', ')} …`;
  return shown.length === 1 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')}${last}${shown.at(-1)}`;
}
