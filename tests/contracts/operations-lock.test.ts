import { describe, expect, it } from 'vitest';
import { breakingChanges, type JsonSchema } from '../../tools/gen/breaking-changes.ts';
import { operationsLock } from '../../tools/gen/operations-lock.ts';

const text: JsonSchema = { type: 'string' };
const status = (...values: string[]): JsonSchema => ({ type: 'string', enum: values });
const object = (properties: Record<string, JsonSchema>, required: string[], more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  required,
  ...more,
});
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const lock = (request: JsonSchema, reply: JsonSchema = object({}, [])): Parameters<typeof breakingChanges>[0] => ({
  'payments.test': { request, reply },
});
const request = (before: JsonSchema, after: JsonSchema): string[] => breakingChanges(lock(before), lock(after));
const reply = (before: JsonSchema, after: JsonSchema): string[] =>
  breakingChanges(lock(object({}, []), before), lock(object({}, []), after));

describe('a change of a request', () => {
  it.each([
    ['nothing', object({ a: text }, ['a']), object({ a: text }, ['a'])],
    ['a new optional field', object({ a: text }, ['a']), object({ a: text, b: text }, ['a'])],
    ['a field no longer needed', object({ a: text }, ['a']), object({ a: text }, [])],
    ['a field no longer read', object({ a: text, b: text }, ['a']), object({ a: text }, ['a'])],
    ['a new value', object({ a: status('x') }, ['a']), object({ a: status('x', 'y') }, ['a'])],
    ['any text where there were values', object({ a: status('x') }, []), object({ a: text }, [])],
    ['a wider limit', object({ a: { ...text, maxLength: 5 } }, []), object({ a: { ...text, maxLength: 9 } }, [])],
    ['another alternative', { anyOf: [text] }, { anyOf: [object({}, []), text] }],
  ])('that brings %s breaks nobody', (_, before, after) => {
    expect(request(before, after)).toEqual([]);
  });

  it.each([
    ['.b: the field is required now', object({ a: text }, ['a']), object({ a: text, b: text }, ['a', 'b'])],
    ['.a: the field is required now', object({ a: text }, []), object({ a: text }, ['a'])],
    ['.a: value y was removed', object({ a: status('x', 'y') }, []), object({ a: status('x') }, [])],
    ['.a: only some values are accepted now', object({ a: text }, []), object({ a: status('x') }, [])],
    ['.a: type string became number', object({ a: text }, []), object({ a: { type: 'number' } }, [])],
    [
      '.a: maxLength was lowered',
      object({ a: { ...text, maxLength: 9 } }, []),
      object({ a: { ...text, maxLength: 5 } }, []),
    ],
    ['.a: minLength was raised', object({ a: text }, []), object({ a: { ...text, minLength: 1 } }, [])],
    [
      '.a: pattern was changed',
      object({ a: { ...text, pattern: 'x' } }, []),
      object({ a: { ...text, pattern: 'y' } }, []),
    ],
    ['.b: the field is no longer accepted', object({ b: text }, []), object({}, [], { additionalProperties: false })],
    [
      ': further fields are refused now',
      object({ a: text }, []),
      object({ a: text }, [], { additionalProperties: false }),
    ],
    [
      '.a[].b: the field is required now',
      object({ a: list(object({ b: text }, [])) }, []),
      object({ a: list(object({ b: text }, ['b'])) }, []),
    ],
    [': alternative 2 is no longer accepted', { anyOf: [text, object({}, [])] }, { anyOf: [text] }],
  ])('is refused: %s', (problem, before, after) => {
    expect(request(before, after)).toContain(`payments.test request${problem}`);
  });
});

describe('a change of a reply', () => {
  it.each([
    ['a new field', object({ a: text }, ['a']), object({ a: text, b: text }, ['a', 'b'])],
    ['a field that is always there now', object({ a: text }, []), object({ a: text }, ['a'])],
    ['one alternative less', { oneOf: [text, object({}, [])] }, { oneOf: [text] }],
    ['a new value', object({ a: status('x') }, []), object({ a: status('x', 'y') }, [])],
  ])('that brings %s breaks nobody', (_, before, after) => {
    expect(reply(before, after)).toEqual([]);
  });

  it.each([
    ['.a: the field was removed', object({ a: text }, []), object({}, [])],
    ['.a: the field may be missing now', object({ a: text }, ['a']), object({ a: text }, [])],
    ['.a: value y was removed', object({ a: status('x', 'y') }, []), object({ a: status('x') }, [])],
    ['.a: type string became object', object({ a: text }, []), object({ a: object({}, []) }, [])],
    [
      ': alternative 2 is unknown to readers of the version before',
      { oneOf: [text] },
      { oneOf: [text, object({}, [])] },
    ],
  ])('is refused: %s', (problem, before, after) => {
    expect(reply(before, after)).toContain(`payments.test reply${problem}`);
  });
});

describe('the set of operations', () => {
  const operation = { request: object({}, []), reply: object({}, []) };

  it('may grow', () => {
    expect(breakingChanges({ a: operation }, { a: operation, b: operation })).toEqual([]);
  });

  it('may not lose one that a peer may still ask', () => {
    expect(breakingChanges({ a: operation }, {})).toEqual(['a: the operation was removed']);
    expect(breakingChanges({ valueOf: operation }, {})).toEqual(['valueOf: the operation was removed']);
  });

  it('takes a changed operation under a new name beside the old one', () => {
    const changed = { ...operation, request: object({ b: text }, ['b']) };
    expect(breakingChanges({ a: operation }, { a: operation, aWithB: changed })).toEqual([]);
  });

  it('of this release breaks no peer when it stays as it is', () => {
    expect(breakingChanges(operationsLock(), operationsLock())).toEqual([]);
    expect(Object.keys(operationsLock()).length).toBeGreaterThan(25);
  });
});
