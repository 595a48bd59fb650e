import { describe, expect, it } from 'vitest';
import { withoutNulls } from './without-nulls.ts';

describe('a null field counts as absent', () => {
  it.each([
    [{ a: null, b: 1 }, { b: 1 }],
    [{ a: { b: null, c: [{ d: null }, { d: false }] } }, { a: { c: [{}, { d: false }] } }],
    [
      [null, { a: null }],
      [null, {}],
    ],
    [null, null],
    ['null', 'null'],
    [0, 0],
  ])('%j is read as %j', (sent, read) => expect(withoutNulls(sent)).toEqual(read));

  it('without changes to a prototype', () => {
    const read = withoutNulls(JSON.parse('{"constructor":{"a":null},"toString":null}'));
    expect(Object.keys(read as object)).toEqual(['constructor']);
  });
});
