import type { Operation } from '@xs2a/contracts';
import * as contracts from '@xs2a/contracts';
import { z } from 'zod';
import type { JsonSchema } from './breaking-changes.ts';

/** Contract of the bus as stored beside the contracts: requests and replies as JSON schemas, by subject. */
export type OperationsLock = Readonly<Record<string, { hop: string; request: JsonSchema; reply: JsonSchema }>>;

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'subject' in value && 'request' in value && 'reply' in value;
}

/** Both as sent over the wire: permitted values before defaults and transformations. */
function schemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  return rest as JsonSchema;
}

export function operationsLock(): OperationsLock {
  const operations = Object.values<unknown>(contracts).filter(isOperation);
  const sorted = operations.toSorted((one, other) => (one.subject < other.subject ? -1 : 1));
  const subjects = sorted.map(({ subject }) => subject);
  const twice = subjects.find((subject, index) => subjects.indexOf(subject) !== index);
  if (twice !== undefined) throw new Error(`two operations are called ${twice}`);
  return Object.fromEntries(
    sorted.map(({ subject, hop, request, reply }) => [
      subject,
      { hop, request: schemaOf(request), reply: schemaOf(reply) },
    ]),
  );
}
