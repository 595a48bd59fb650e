import { describe, expect, it } from 'vitest';
import { type SourcePlace, SourcePlaces, writeSourcePlaces } from './source-places.ts';

const SOURCES = ['../src/žeton.ts', '../src/b.ts'];
const PLACES: SourcePlace[] = [
  [0, 5, 0, 0],
  [0, 90, 1, 41],
  [2, 0, 0, 7],
  [2, 3, -1, -1],
];

describe('a source position', () => {
  const places = new SourcePlaces(writeSourcePlaces(SOURCES, PLACES));

  it.each([
    [0, 5, { source: '../src/žeton.ts', line: 0 }],
    [0, 89, { source: '../src/žeton.ts', line: 0 }],
    [0, 90, { source: '../src/b.ts', line: 41 }],
    [0, 9_000, { source: '../src/b.ts', line: 41 }],
    [2, 1, { source: '../src/žeton.ts', line: 7 }],
  ])('for line %i, column %i is %j', (line, column, expected) => {
    expect(places.find(line, column)).toEqual(expected);
  });

  it.each([
    ['a position before the first', 0, 4],
    ['a line without positions', 1, 0],
    ['generated code', 2, 3],
    ['a line after the last', 3, 0],
  ])('for %s is undefined', (_, line, column) => {
    expect(places.find(line, column)).toBeUndefined();
  });

  it('is undefined in a bundle without positions', () => {
    expect(new SourcePlaces(writeSourcePlaces([], [])).find(0, 0)).toBeUndefined();
  });
});
