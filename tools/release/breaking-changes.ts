/** The keywords of JSON Schema used by operations and stored documents, and two additional ones (docs/operations/upgrade.md). */
export interface JsonSchema {
  readonly type?: string | readonly string[];
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
  /** No longer read: the next release may remove it. */
  readonly deprecated?: boolean;
  /** Values that this release understands and never writes: the next release may write them. */
  readonly announced?: readonly unknown[];
}

export interface LockedOperation {
  readonly request: JsonSchema;
  readonly reply: JsonSchema;
}

export type Operations = Readonly<Record<string, LockedOperation>>;

/** Direction of a contract. Documents are written and read by both versions. */
type Side = 'request' | 'reply' | 'document';

const LOWER_LIMITS = ['minLength', 'minItems', 'minimum'] as const;
const UPPER_LIMITS = ['maxLength', 'maxItems', 'maximum'] as const;

/** Data valid for the previous version must be valid for the present one. */
const mustAccept = (side: Side): boolean => side !== 'reply';
/** Data written by the present version must be understood by the previous one. */
const mustBeKnown = (side: Side): boolean => side !== 'request';

/**
 * Returns changes that would break a peer running `before`: its requests must still be accepted, and the fields it reads in
 * replies must still be present. Empty if both versions can run side by side.
 */
export function breakingChanges(before: Operations, after: Operations): string[] {
  return Object.entries(before).flatMap(([subject, locked]) => {
    const present = Object.hasOwn(after, subject) ? after[subject] : undefined;
    if (present === undefined) return [`${subject}: the operation was removed`];
    return [
      ...compare(locked.request, present.request, `${subject} request`, 'request'),
      ...compare(locked.reply, present.reply, `${subject} reply`, 'reply'),
    ];
  });
}

/** Returns changes that would break replicas of the previous version on the same documents, or its stored documents. */
export function breakingDocumentChanges(before: JsonSchema, after: JsonSchema, path: string): string[] {
  return compare(before, after, path, 'document');
}

function compare(before: JsonSchema, after: JsonSchema, path: string, side: Side): string[] {
  const alternatives = before.anyOf ?? before.oneOf ?? after.anyOf ?? after.oneOf;
  if (alternatives !== undefined) {
    return [
      ...(mustAccept(side) ? lostAlternatives(before, after, path, side) : []),
      ...(mustBeKnown(side) ? newAlternatives(before, after, path, side) : []),
    ];
  }
  return [
    ...compareTypes(before, after, path, side),
    ...compareValues(before, after, path, side),
    ...compareLimits(before, after, path, side),
    ...compareFields(before, after, path, side),
    ...compareItems(before, after, path, side),
  ];
}

const alternativesOf = (schema: JsonSchema): readonly JsonSchema[] => schema.anyOf ?? schema.oneOf ?? [schema];

function lostAlternatives(before: JsonSchema, after: JsonSchema, path: string, side: Side): string[] {
  const present = alternativesOf(after);
  return alternativesOf(before).flatMap((one, index) => {
    const isAccepted = present.some((other) => compare(one, other, path, side).length === 0);
    return isAccepted ? [] : [`${path}: alternative ${index + 1} is no longer accepted`];
  });
}

function newAlternatives(before: JsonSchema, after: JsonSchema, path: string, side: Side): string[] {
  const known = alternativesOf(before);
  return alternativesOf(after).flatMap((one, index) => {
    const isKnown = known.some((other) => compare(other, one, path, side).length === 0);
    return isKnown ? [] : [`${path}: alternative ${index + 1} is unknown to readers of the version before`];
  });
}

function compareTypes({ type: was }: JsonSchema, { type: is }: JsonSchema, path: string, side: Side): string[] {
  const isWidened = side === 'request' && is === undefined;
  const [before, after] = [String(was ?? 'any'), String(is ?? 'any')];
  return before === after || isWidened ? [] : [`${path}: type ${before} became ${after}`];
}

function compareValues(before: JsonSchema, after: JsonSchema, path: string, side: Side): string[] {
  const [known, present] = [valuesOf(before), valuesOf(after)];
  const problems: string[] = [];
  if (mustAccept(side) && present !== undefined) {
    if (known === undefined) problems.push(`${path}: only some values are accepted now`);
    const removed = (known ?? []).filter((value) => !present.includes(value));
    problems.push(...removed.map((value) => `${path}: value ${String(value)} was removed`));
  }
  if (mustBeKnown(side) && known !== undefined) {
    if (present === undefined) problems.push(`${path}: values beyond the known ones may come now`);
    const added = (present ?? []).filter((value) => !known.includes(value) && !after.announced?.includes(value));
    problems.push(
      ...added.map((value) => `${path}: value ${String(value)} is unknown to readers of the version before`),
    );
  }
  return problems;
}

function valuesOf(schema: JsonSchema): readonly unknown[] | undefined {
  return schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
}

/** A reader does not check limits. The database validates documents against the schema of the last replica started. */
function compareLimits(before: JsonSchema, after: JsonSchema, path: string, side: Side): string[] {
  if (!mustAccept(side)) return [];
  const problems: string[] = [];
  for (const word of ['pattern', 'format'] as const) {
    if (after[word] !== undefined && after[word] !== before[word]) problems.push(`${path}: ${word} was changed`);
  }
  for (const limit of LOWER_LIMITS) {
    const [was, is] = [before[limit] ?? -Infinity, after[limit] ?? -Infinity];
    if (is > was) problems.push(`${path}: ${limit} was raised`);
    else if (is < was && side === 'document') problems.push(`${path}: ${limit} was lowered`);
  }
  for (const limit of UPPER_LIMITS) {
    const [was, is] = [before[limit] ?? Infinity, after[limit] ?? Infinity];
    if (is < was) problems.push(`${path}: ${limit} was lowered`);
    else if (is > was && side === 'document') problems.push(`${path}: ${limit} was raised`);
  }
  return problems;
}

function compareFields(before: JsonSchema, after: JsonSchema, path: string, side: Side): string[] {
  const { properties: known = {} } = before;
  const { properties: present = {} } = after;
  const [needed, needs] = [new Set(before.required), new Set(after.required)];
  const closes = after.additionalProperties === false && side === 'request';
  const problems: string[] = [];
  for (const name of needs) {
    if (mustAccept(side) && !needed.has(name)) problems.push(`${path}.${name}: the field is required now`);
  }
  for (const [name, schema] of Object.entries(known)) {
    const is = Object.hasOwn(present, name) ? present[name] : undefined;
    const isRead = mustBeKnown(side) && schema.deprecated !== true;
    if (is !== undefined) problems.push(...compare(schema, is, `${path}.${name}`, side));
    if (is === undefined && isRead) problems.push(`${path}.${name}: the field was removed`);
    else if (is === undefined && closes) problems.push(`${path}.${name}: the field is no longer accepted`);
    else if (isRead && needed.has(name) && !needs.has(name)) {
      problems.push(`${path}.${name}: the field may be missing now`);
    }
  }
  if (closes && before.additionalProperties !== false) problems.push(`${path}: further fields are refused now`);
  if (typeof before.additionalProperties === 'object' && typeof after.additionalProperties === 'object') {
    problems.push(...compare(before.additionalProperties, after.additionalProperties, `${path}.*`, side));
  }
  return problems;
}

function compareItems(before: JsonSchema, after: JsonSchema, path: string, side: Side): string[] {
  if (typeof before.items !== 'object' || typeof after.items !== 'object') return [];
  return compare(before.items, after.items, `${path}[]`, side);
}
