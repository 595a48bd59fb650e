import { CONNECTOR_OPERATIONS, RefusalOnBus } from '@xs2a/contracts';
import { z } from 'zod';
import { CONNECTOR_EXAMPLES } from './examples.ts';

type Json = z.core.JSONSchema.JSONSchema;

/**
 * Returns a schema file for each operation of the bank connector, by its name below docs/connector. Throws if an example does not
 * validate.
 */
export function connectorSchemas(): Record<string, object> {
  const operations = CONNECTOR_OPERATIONS.map(({ operation: { subject, request, reply }, way }) => {
    const example = CONNECTOR_EXAMPLES[subject];
    if (example === undefined) throw new Error(`${subject} has no example`);
    request.parse(example.request);
    reply.parse(example.reply);
    const isToBank = way !== 'told';
    const definitions = {
      request: { ...schemaOf(request, isToBank), examples: [example.request] },
      reply: { ...schemaOf(reply, !isToBank), examples: [example.reply] },
    };
    return [`${subject}.schema.json`, { $schema: DIALECT, $id: `${subject}.schema.json`, $defs: definitions }] as const;
  });
  const refusal = { $schema: DIALECT, $id: 'refusal.schema.json', ...schemaOf(RefusalOnBus, false) };
  return Object.fromEntries<object>([...operations, ['refusal.schema.json', refusal]]);
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** As sent over the wire. Messages to a connector may get new fields: readers ignore unknown ones. */
export function schemaOf(schema: z.ZodType, mayGrow: boolean): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  return (mayGrow ? growing(rest) : rest) as Json;
}

function growing(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(growing);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name, inner]) => name !== 'additionalProperties' || inner !== false);
  return Object.fromEntries(kept.map(([name, inner]) => [name, growing(inner)]));
}
