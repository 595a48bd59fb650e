import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareNames, type HolderKind, NAME_RULES } from './compare-names.ts';

const KINDS: readonly HolderKind[] = ['person', 'organisation'];

/** The frozen list: a change of a result is a change for every bank that uses the package. */
function pairsOf(kind: HolderKind): { code: string; asked: string; held: string }[] {
  const text = readFileSync(new URL(`../pairs/${kind}s.tsv`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.includes('\t') && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .map(([code = '', asked = '', held = '']) => ({ code, asked, held }));
}

describe.each(KINDS)('the frozen pairs of a %s', (kind) => {
  it.each(pairsOf(kind))('$asked for the account of $held: $code', ({ code, asked, held }) => {
    expect(compareNames(asked, held, kind).code).toBe(code);
  });
});

describe('the rules', () => {
  it('each decide a frozen pair', () => {
    const pairs = KINDS.flatMap((kind) => pairsOf(kind).map((pair) => ({ ...pair, kind })));
    const deciding = new Set(pairs.map(({ asked, held, kind }) => compareNames(asked, held, kind).rule));
    expect([...deciding]).toEqual(expect.arrayContaining(NAME_RULES.map(({ title }) => title)));
  });

  it('take names of any length and letters in time that grows with their length', () => {
    const long = `${'a '.repeat(70)}d.o.o.`;
    expect(compareNames(long, 'Ana Horvat', 'person').code).toBe('NMTC');
    expect(compareNames('\u202Eана 漢字 😀', 'Ana Horvat', 'person').code).toBe('NMTC');
  });
});
