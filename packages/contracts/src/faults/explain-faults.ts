import type { z } from 'zod';
import { FAULTS_MAX, type Fault, Xs2aError } from '../interface/xs2a-error.ts';
import { nameOf, type Path, unknownField } from './field-names.ts';
import { nearestWord } from './nearest-word.ts';
import { fieldsOf, ignoresOthers, schemaAt, wordsOf } from './value-words.ts';

/** Maximum number of fields of an object that are compared with a misspelt one. */
const KEYS_COMPARED_MAX = 50;
/** Maximum length of a field name that was sent instead of another. */
const NAME_CHARACTERS_MAX = 40;
const NO_WORDS = '';
const SENT_TWICE = 'must be sent once, not twice';

type Issue = z.core.$ZodIssue;
type Situation = 'fieldInvalid' | 'queryInvalid';

/**
 * Returns all faults of a value that its schema refused, each as a path and a sentence (decision 11). The value is validated
 * again, so that valid values cost nothing extra. Never repeats the value: it may be an IBAN or a credential.
 */
export function toXs2aError(schema: z.ZodType, value: unknown, situation: Situation = 'fieldInvalid'): Xs2aError {
  // Without messages in the schema the texts are empty, instead of those of the library.
  const { error } = schema.safeParse(value, { error: () => NO_WORDS });
  const [first, ...others] = faultsOf(error?.issues ?? [], { schema, value, path: [] })
    .slice(0, FAULTS_MAX)
    .map(({ path, text }): Fault => ({ situation, ...(path && { path }), text: text ?? 'is malformed' }))
    .map((fault) =>
      situation === 'queryInvalid' && isRepeated(value, fault) ? { ...fault, text: SENT_TWICE } : fault,
    );
  const { situation: _, ...detail } = first ?? { situation };
  return new Xs2aError(situation, { ...detail, others });
}

/** A query parameter that is sent twice arrives as an array. */
function isRepeated(query: unknown, { path = '' }: Fault): boolean {
  return Array.isArray(valueAt(query, [path]));
}

interface ValidatedValue {
  readonly schema: z.core.$ZodType;
  readonly value: unknown;
  readonly path: Path;
}

function faultsOf(issues: readonly Issue[], judged: ValidatedValue): Omit<Fault, 'situation'>[] {
  const missing = issues.filter((issue) => isMissing(issue, judged.value));
  return issues.slice(0, FAULTS_MAX).flatMap((issue) => explain(issue, judged, missing.length === 1));
}

function isMissing({ code, path }: Issue, value: unknown): boolean {
  return code !== 'unrecognized_keys' && valueAt(value, path) === undefined;
}

function explain(
  issue: Issue,
  { schema, value, path: prefix }: ValidatedValue,
  isOnlyOneMissing: boolean,
): Omit<Fault, 'situation'>[] {
  const path = [...prefix, ...issue.path];
  const sent = valueAt(value, issue.path);
  const expected = schemaAt(schema, issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, FAULTS_MAX).map((key) => ({
      path: nameOf([...path, key]),
      text: unknownField(key, fieldsOf(expected)),
    }));
  }
  if (issue.code === 'invalid_union' && issue.message === NO_WORDS && sent !== undefined) {
    const nested = issue.errors.find((errors) => errors.every((error) => error.path.length > 0 || !isTypeError(error)));
    if (nested !== undefined) return faultsOf(nested, { schema: expected ?? schema, value: sent, path });
  }
  const words = issue.message || (expected === undefined ? 'is malformed' : wordsOf(expected));
  const text = inContext(issue, sent, words);
  // An empty path means the body as a whole.
  if (path.length === 0) return [{ path: '', text: `the body ${text}` }];
  return [
    {
      path: nameOf(path),
      text: `${text}${isMissing(issue, value) ? misspeltFieldHint(issue, { schema, value }, isOnlyOneMissing) : ''}`,
    },
  ];
}

/** Finds the name under which a missing field was probably sent: `recurring_indicator`. */
function misspeltFieldHint(
  issue: Issue,
  { schema, value }: Omit<ValidatedValue, 'path'>,
  isOnlyOneMissing: boolean,
): string {
  const parent = issue.path.slice(0, -1);
  const beside = valueAt(value, parent);
  if (typeof beside !== 'object' || beside === null) return '';
  const judging = schemaAt(schema, parent);
  if (!ignoresOthers(judging)) return '';
  const known = new Set(fieldsOf(judging));
  const others = Object.keys(beside).slice(0, KEYS_COMPARED_MAX);
  const unknown = others.filter((name) => !known.has(name) && name.length <= NAME_CHARACTERS_MAX);
  // The only unknown field is meant to be the only missing one, whatever its name.
  const alone = isOnlyOneMissing && unknown.length === 1 ? unknown[0] : undefined;
  const meant = nearestWord(String(issue.path.at(-1)), unknown) ?? alone;
  return meant === undefined ? '' : `; ${meant} was sent`;
}

/** Whether the value has the wrong type, such as a number instead of a text. */
function isTypeError({ code }: Issue): boolean {
  return code === 'invalid_type';
}

function inContext(issue: Issue, sent: unknown, words: string): string {
  if (sent === undefined && issue.code !== 'custom') return issue.path.length === 0 ? words : `is missing: it ${words}`;
  if (Array.isArray(sent) && issue.code !== 'too_big' && issue.code !== 'too_small' && isScalar(words)) {
    return `${words}, not a list`;
  }
  if (issue.code === 'too_big' && typeof sent === 'string') return `${words}, not of ${sent.length}`;
  return isTypeError(issue) ? `${words}, not ${kindOf(sent)}` : words;
}

function isScalar(words: string): boolean {
  return !words.startsWith('must be a list') && !words.startsWith('must be an object');
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  const kinds: Record<string, string> = { string: 'a text', number: 'a number', boolean: 'true or false' };
  return kinds[typeof value] ?? 'an object';
}

function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[step];
  }
  return at;
}
