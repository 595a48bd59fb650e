import { type Fault, faultsOf, ignoredFields, refuseFaults, toXs2aError } from '@xs2a/contracts';
import type { z } from 'zod';
import { type Call, warn } from './call.ts';

/** Returns the body parsed with its schema. The error names each wrong field, never its value. */
export function bodyOf<Schema extends z.ZodType>(call: Pick<Call, 'body'>, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(call.body);
  if (!parsed.success) throw toXs2aError(schema, call.body);
  return parsed.data;
}

/** Parses a body that may contain unknown fields, with a warning for each (decision 13). */
export function tolerantBodyOf<Schema extends z.ZodType>(
  call: Pick<Call, 'body' | 'warnings'>,
  schema: Schema,
  { body }: Pick<Call, 'body'> = call,
): z.output<Schema> {
  const parsed = bodyOf({ body }, schema);
  for (const { path, text } of ignoredFields(schema, body)) warn(call, path, `is ignored: it ${text}`);
  return parsed;
}

/** Parses a body that may contain unknown fields, for answers without warnings: misspelt fields are refused. */
export function bodyWithoutMisspellings<Schema extends z.ZodType>(
  call: Pick<Call, 'body'>,
  schema: Schema,
): z.output<Schema> {
  return parseWithoutMisspellings(schema, call.body, 'fieldInvalid');
}

/** Returns the query parsed with its schema. Unknown parameters are ignored, misspelt ones are refused (decision 13). */
export function queryOf<Schema extends z.ZodType>(call: Pick<Call, 'query'>, schema: Schema): z.output<Schema> {
  return parseWithoutMisspellings(schema, call.query, 'queryInvalid');
}

const NOUNS = { fieldInvalid: 'field', queryInvalid: 'parameter' } as const;

/** Refuses names that resemble a known one: ignoring them would change the meaning of the request. */
function parseWithoutMisspellings<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  situation: keyof typeof NOUNS,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  const faults = parsed.success ? [] : faultsOf(toXs2aError(schema, value, situation));
  const misspelt = ignoredFields(schema, value).flatMap(({ path, meant }): Fault[] => {
    // The error for a missing field already mentions the name sent in its place.
    if (meant === undefined || faults.some((fault) => fault.path === meant)) return [];
    return [{ situation, path, text: `is not a ${NOUNS[situation]} here; ${meant} is` }];
  });
  refuseFaults([...faults, ...misspelt]);
  return parsed.data as z.output<Schema>;
}
