import { describe, expect, it } from 'vitest';
import { breakingChanges, breakingDocumentChanges, type JsonSchema } from '../../../tools/release/breaking-changes.ts';
import { operationsLock } from '../../../tools/release/operations-lock.ts';

const text: JsonSchema = { type: 'string' };
const status = (...values: string[]): JsonSchema => ({ type: 'string', enum: values });
const announcing = (value: string, ...values: string[]): JsonSchema => ({ ...status(...values), announced: [value] });
const orNull = (): JsonSchema => ({ type: ['string', 'null'] });
const limited = (maxLength: number): JsonSchema => ({ ...text, maxLength });
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
    ['one value less', object({ a: status('x', 'y') }, []), object({ a: status('x') }, [])],
    ['a value that is only announced', object({ a: status('x') }, []), object({ a: announcing('y', 'x', 'y') }, [])],
    ['a value that was announced', object({ a: announcing('y', 'x', 'y') }, []), object({ a: status('x', 'y') }, [])],
    ['the end of a deprecated field', object({ a: { ...text, deprecated: true } }, ['a']), object({}, [])],
  ])('that brings %s breaks nobody', (_, before, after) => {
    expect(reply(before, after)).toEqual([]);
  });

  it.each([
    ['.a: the field was removed', object({ a: text }, []), object({}, [])],
    ['.a: the field was removed', object({ a: text }, ['a']), object({ renamed: text }, ['renamed'])],
    ['.a: the field was removed', object({ a: text }, []), object({ valueOf: text }, [])],
    ['.a: the field may be missing now', object({ a: text }, ['a']), object({ a: text }, [])],
    [
      '.a: value y is unknown to readers of the version before',
      object({ a: status('x') }, []),
      object({ a: status('x', 'y') }, []),
    ],
    ['.a: values beyond the known ones may come now', object({ a: status('x') }, []), object({ a: text }, [])],
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

describe('a change of a stored document', () => {
  const stored = (before: JsonSchema, after: JsonSchema): string[] =>
    breakingDocumentChanges(before, after, 'payments');

  it.each([
    ['a new optional field', object({ a: text }, ['a']), object({ a: text, b: text }, ['a'])],
    ['a value that is only announced', object({ a: status('x') }, []), object({ a: announcing('y', 'x', 'y') }, [])],
    ['a value that was announced', object({ a: announcing('y', 'x', 'y') }, []), object({ a: status('x', 'y') }, [])],
    ['the end of a deprecated field', object({ a: { ...text, deprecated: true } }, []), object({}, [])],
    ['nothing, with a field that may be null', object({ a: orNull() }, []), object({ a: orNull() }, [])],
  ])('that brings %s breaks no version beside', (_, before, after) => {
    expect(stored(before, after)).toEqual([]);
  });

  it.each([
    ['.b: the field is required now', object({ a: text }, []), object({ a: text, b: text }, ['b'])],
    ['.a: the field was removed', object({ a: text }, []), object({}, [])],
    ['.a: the field was removed', object({ a: text }, ['a']), object({ renamed: text }, [])],
    ['.a: the field may be missing now', object({ a: text }, ['a']), object({ a: text }, [])],
    ['.a: value y was removed', object({ a: status('x', 'y') }, []), object({ a: status('x') }, [])],
    [
      '.a: value y is unknown to readers of the version before',
      object({ a: status('x') }, []),
      object({ a: status('x', 'y') }, []),
    ],
    ['.a: type string became number', object({ a: text }, []), object({ a: { type: 'number' } }, [])],
    ['.a: maxLength was lowered', object({ a: limited(9) }, []), object({ a: limited(5) }, [])],
    // A replica of the version before would refuse such a document.
    ['.a: maxLength was raised', object({ a: limited(5) }, []), object({ a: limited(9) }, [])],
    [': alternative 1 is no longer accepted', { anyOf: [text, object({}, [])] }, { anyOf: [object({}, [])] }],
    [
      ': alternative 2 is unknown to readers of the version before',
      { anyOf: [text] },
      { anyOf: [text, object({}, [])] },
    ],
  ])('is refused: %s', (problem, before, after) => {
    expect(stored(before, after)).toContain(`payments${problem}`);
  });
});

describe('the set of operations', () => {
  const operation = { request: object({}, []), reply: object({}, []) };

  it('may grow', () => {
    expect(breakingChanges({ a: operation }, { a: operation, b: operation })).toEqual([]);
  });

  it('may not lose an operation that a peer may still call', () => {
    expect(breakingChanges({ a: operation }, {})).toEqual(['a: the operation was removed']);
    expect(breakingChanges({ valueOf: operation }, {})).toEqual(['valueOf: the operation was removed']);
  });

  it('takes a changed operation under a new name beside the old one', () => {
    const changed = { ...operation, request: object({ b: text }, ['b']) };
    expect(breakingChanges({ a: operation }, { a: operation, aWithB: changed })).toEqual([]);
  });

  it('breaks no peer if it stays the same', () => {
    expect(breakingChanges(operationsLock(), operationsLock())).toEqual([]);
    expect(Object.keys(operationsLock()).length).toBeGreaterThan(25);
  });
});
