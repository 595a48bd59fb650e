import { describe, expect, it } from 'vitest';
import { BOUNDARIES } from '../../../tools/gen/threats/boundaries.ts';
import { files } from './sources.ts';

const threats = BOUNDARIES.flatMap((boundary) => boundary.threats);

describe('the threat model', () => {
  it('names tests that exist', () => {
    const named = threats.flatMap(({ tests }) => tests);
    expect(named.filter((path) => !files.includes(path))).toEqual([]);
    expect(named.filter((path) => !/\.(test\.ts|http)$/.test(path))).toEqual([]);
  });

  it('lists for each threat the tests that cover it, or what is open', () => {
    const silent = threats.filter(({ tests, open }) => tests.length === 0 && open === undefined);
    expect(silent.map(({ threat }) => threat)).toEqual([]);
  });

  it('has no threat with nothing done and nothing open', () => {
    const unsaid = threats.filter(({ control, open }) => control.startsWith('none') && open === undefined);
    expect(unsaid.map(({ threat }) => threat)).toEqual([]);
  });
});
