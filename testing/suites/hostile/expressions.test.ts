import { describe, expect, it } from 'vitest';
import { files, text } from '../tidy/sources.ts';
import { expressionsIn, slowExpressions } from './expressions.ts';

/** Code that processes text from outside: services, packages, scripts of pages, and commands. */
const judged = files.filter(
  (path) =>
    /^(packages|services|sandbox)\/[^/]+\/(src|public)\/.+\.(ts|js)$|^tools\/(?!gen\/|check\/).+\.(ts|mjs)$/.test(
      path,
    ) && !/\.test\.ts$|\/generated\//.test(path),
);
/** The only places that build an expression, from constants alone, and the result. */
const BUILT: ReadonlyMap<string, string> = new Map([
  ['packages/contracts/src/interface/wire-types.ts', '/^[^\\u0000-\\u001f\\u007f-\\u009f]*$/'],
]);
const MINUTES_MAX = 5;

const found = judged.map((path) => ({ path, ...expressionsIn(path, text(path)) }));

describe('a regular expression over input', () => {
  it(
    'takes linear time on any text (by recheck)',
    async () => {
      const written = found.flatMap((file) => file.written.map(({ expression }) => expression));
      const slow = await slowExpressions(new Set([...written, ...BUILT.values()]));
      const places = found.flatMap(({ path, written: own }) =>
        own.flatMap(({ expression, line }) => {
          const why = slow.get(expression);
          return why === undefined ? [] : [`${path}:${line} ${expression} ${why}`];
        }),
      );
      expect(written.length).toBeGreaterThan(100);
      expect(places).toEqual([]);
      expect(slow.size).toBe(0);
    },
    MINUTES_MAX * 60_000,
  );

  it('is a literal, not built at run time', () => {
    const built = found.flatMap(({ path, built: lines }) =>
      BUILT.has(path) ? [] : lines.map((line) => `${path}:${line}`),
    );
    expect(built).toEqual([]);
  });
});

describe('the search for expressions', () => {
  it('finds expressions that a search for slashes does not', () => {
    const source = "const a = b / c / d;\nf('/x/', `${/y+/g.test(z)}`);\nnew RegExp(a);\nz.match('q');";
    expect(expressionsIn('a.ts', source)).toEqual({ written: [{ expression: '/y+/g', line: 2 }], built: [3, 4] });
  });

  it('detects slow ones: polynomial, exponential, with a prefix that may begin anywhere', async () => {
    const slow = [
      '/\\s*([^=,;+]+)=("(?:[^"\\\\]|\\\\.)*"|(?:[^,;+\\\\]|\\\\.)*)\\s*(?:[,;+]|$)/g',
      '/^(a+)+$/',
      '/ +$/',
      '/<form\\b([^>]*)>/',
    ];
    expect([...(await slowExpressions(new Set(slow))).keys()]).toEqual(slow);
  }, 60_000);
});
