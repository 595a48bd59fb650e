import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as contracts from '../../index.ts';

const { SANDBOX_OPERATIONS } = contracts;
type Schema = Readonly<Record<string, unknown>>;

const OPERATIONS = Object.values<unknown>(contracts).flatMap((value) =>
  typeof value === 'object' && value !== null && 'subject' in value && SANDBOX_OPERATIONS.has(String(value.subject))
    ? [value as { subject: string; request: z.ZodType }]
    : [],
);

/** Paths of request texts that permit any length or control characters. */
function unbounded(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, enum: values, const: only, format, maxLength, pattern, allOf = [] } = schema as Schema;
  if (type === 'string') {
    const patterns = [pattern, ...(allOf as Schema[]).map((one) => one['pattern'])].filter(Boolean).map(String);
    const refusesNul = patterns.some((one) => !new RegExp(one, 'u').test('a\0'));
    const isBounded = values !== undefined || only !== undefined || format !== undefined;
    return isBounded || (refusesNul && (maxLength !== undefined || /\{\d*,?\d+\}/.test(patterns.join()))) ? [] : [path];
  }
  return Object.entries(schema).flatMap(([key, value]) => unbounded(value, `${path}.${key}`));
}

/** Released without limits: the portal, the only permitted caller, checks the length (`sandbox-psu.ts`, `device.controller.ts`). */
const BOUNDED_BY_PORTAL: Readonly<Record<string, readonly string[]>> = {
  'bank.readDevice': ['.properties.psuId'],
  'bank.answerDevice': ['.properties.psuId', '.properties.authorisationId'],
  'bank.readInbox': ['.properties.psuId'],
};

describe('the sandbox operations', () => {
  it('are not empty, and each has a request', () => expect(OPERATIONS.length).toBe(SANDBOX_OPERATIONS.size));

  it.each(OPERATIONS)('$subject limits all texts', ({ subject, request }) => {
    const found = unbounded(z.toJSONSchema(request, { io: 'input' }), '');
    expect(found).toEqual(BOUNDED_BY_PORTAL[subject] ?? []);
  });
});
