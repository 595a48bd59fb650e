/** The words of JSON Schema that the operations use. */
export interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface LockedOperation {
  readonly request: JsonSchema;
  readonly reply: JsonSchema;
}

type Side = 'request' | 'reply';

const LOWER_LIMITS = ['minLength', 'minItems', 'minimum'] as const;
const UPPER_LIMITS = ['maxLength', 'maxItems', 'maximum'] as const;

/**
 * What of a change would break a peer that still runs the version before: its requests must go on being accepted, and
 * what it reads in replies must go on being there. Empty where both versions can run side by side.
 */
export function breakingChanges(
  before: Readonly<Record<string, LockedOperation>>,
  after: Readonly<Record<string, LockedOperation>>,
): string[] {
  return Object.entries(before).flatMap(([subject, locked]) => {
    const present = Object.hasOwn(after, subject) ? after[subject] : undefined;
    if (present === undefined) return [`${subject}: the operation was removed`];
    return [
      ...compare(locked.request, present.request, `${subject} request`, 'request'),
      ...compare(locked.reply, present.reply, `${subject} reply`, 'reply'),
    ];
  });
}

function compare(before: JsonSchema, after: JsonSchema, path: string, side: Side): string[] {
  const alternatives = before.anyOf ?? before.oneOf ?? after.anyOf ?? after.oneOf;
  if (alternatives !== undefined) return compareAlternatives(before, after, path, side);
  return [
    ...compareValues(before, after, path, side),
    ...compareFields(before, after, path, side),
    ...compareItems(before, after, path, side),
  ];
}

/** Every alternative of a request must still be taken, every one of a reply must be one that was known. */
function compareAlternatives(before: JsonSchema, after: JsonSchema, path: string, side: Side): string[] {
  const known = before.anyOf ?? before.oneOf ?? [before];
  const present = after.anyOf ?? after.oneOf ?? [after];
  const [each, among] = side === 'request' ? [known, present] : [present, known];
  return each.flatMap((one, index) => {
    const findings = among.map((other) =>
      side === 'request' ? compare(one, other, path, side) : compare(other, one, path, side),
    );
    if (findings.some((problems) => problems.length === 0)) return [];
    const word = side === 'request' ? 'is no longer accepted' : 'is unknown to readers of the version before';
    return [`${path}: alternative ${index + 1} ${word}`];
  });
}

function compareValues(before: JsonSchema, after: JsonSchema, path: string, side: Side): string[] {
  const problems: string[] = [];
  if (before.type !== after.type) {
    const widened = side === 'request' && after.type === undefined;
    if (!widened) problems.push(`${path}: type ${before.type ?? 'any'} became ${after.type ?? 'any'}`);
  }
  const [known, present] = [valuesOf(before), valuesOf(after)];
  for (const value of known ?? []) {
    if (present !== undefined && !present.includes(value)) problems.push(`${path}: value ${String(value)} was removed`);
  }
  if (side === 'reply') return problems;
  if (known === undefined && present !== undefined) problems.push(`${path}: only some values are accepted now`);
  for (const word of ['pattern', 'format'] as const) {
    if (after[word] !== undefined && after[word] !== before[word]) problems.push(`${path}: ${word} was changed`);
  }
  for (const limit of LOWER_LIMITS) {
    if ((after[limit] ?? -Infinity) > (before[limit] ?? -Infinity)) problems.push(`${path}: ${limit} was raised`);
  }
  for (const limit of UPPER_LIMITS) {
    if ((after[limit] ?? Infinity) < (before[limit] ?? Infinity)) problems.push(`${path}: ${limit} was lowered`);
  }
  return problems;
}

function valuesOf(schema: JsonSchema): readonly unknown[] | undefined {
  return schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
}

function compareFields(before: JsonSchema, after: JsonSchema, path: string, side: Side): string[] {
  const problems: string[] = [];
  const [needed, needs] = [new Set(before.required), new Set(after.required)];
  for (const name of needs) {
    if (side === 'request' && !needed.has(name)) problems.push(`${path}.${name}: the field is required now`);
  }
  for (const name of needed) {
    if (side === 'reply' && !needs.has(name)) problems.push(`${path}.${name}: the field may be missing now`);
  }
  for (const [name, schema] of Object.entries(before.properties ?? {})) {
    const present = Object.hasOwn(after.properties ?? {}, name) ? after.properties?.[name] : undefined;
    if (present !== undefined) problems.push(...compare(schema, present, `${path}.${name}`, side));
    else if (side === 'reply') problems.push(`${path}.${name}: the field was removed`);
    else if (after.additionalProperties === false) problems.push(`${path}.${name}: the field is no longer accepted`);
  }
  const [closed, closes] = [before.additionalProperties === false, after.additionalProperties === false];
  if (side === 'request' && !closed && closes) problems.push(`${path}: further fields are refused now`);
  if (typeof before.additionalProperties === 'object' && typeof after.additionalProperties === 'object') {
    problems.push(...compare(before.additionalProperties, after.additionalProperties, `${path}.*`, side));
  }
  return problems;
}

function compareItems(before: JsonSchema, after: JsonSchema, path: string, side: Side): string[] {
  if (typeof before.items !== 'object' || typeof after.items !== 'object') return [];
  return compare(before.items, after.items, `${path}[]`, side);
}
