import { toXs2aError } from '@xs2a/contracts';
import type { z } from 'zod';
import type { Call } from './call.ts';

/** The body, parsed by its schema. An error names each wrong field, never its value. */
export function bodyOf<Schema extends z.ZodType>(call: Pick<Call, 'body'>, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(call.body);
  if (!parsed.success) throw toXs2aError(schema, call.body);
  return parsed.data;
}

/** The query, parsed by its schema. Unknown parameters are ignored (decision 13). */
export function queryOf<Schema extends z.ZodType>(call: Call, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(call.query);
  if (!parsed.success) throw toXs2aError(schema, call.query, 'queryInvalid');
  return parsed.data;
}
