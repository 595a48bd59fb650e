import { describe, expect, it } from 'vitest';
import { files, text, texts } from './sources.ts';

/** Title, status, and 40 lines of context, decision and consequences. */
const LINES_MAX = 44;
const RECORD = /^docs\/decisions\/(\d{4})-(.+)\.md$/;
const records = files.filter((path) => RECORD.test(path));
const known = records.map((path) => Number(RECORD.exec(path)?.[1]));

// Includes citations broken over two lines of a page or a comment.
const CITATION = /\bdecisions?\s+(?:(?:\*|\/\/|#)\s+)?(\d+(?:(?:,| and)\s+\d+)*)\b/gi;
const NAMED = /\bdecisions\/(\d{4}[\w-]*(?:\.md)?)/g;
const LINK = /\[decision\s+(\d+)\]\([^)]*?(\d{4})-[^)]*\)/gi;

function matches(pattern: RegExp): { path: string; found: RegExpExecArray }[] {
  return texts.flatMap((path) => Array.from(text(path).matchAll(pattern), (found) => ({ path, found })));
}

describe('a decision', () => {
  it('exists wherever its number is cited', () => {
    const cited = matches(CITATION).flatMap(({ path, found: [, numbers = ''] }) =>
      numbers.split(/\D+/).map((number) => ({ path, number: Number(number) })),
    );
    expect(cited.length).toBeGreaterThan(500);
    expect(cited.filter(({ number }) => !known.includes(number))).toEqual([]);
  });

  it('is linked by its file name, also in comments', () => {
    const missing = matches(NAMED).filter(({ found: [, name = ''] }) => !files.includes(`docs/decisions/${name}`));
    expect(missing.map(({ path, found: [name] }) => `${path} ${name}`)).toEqual([]);
  });

  it('is linked by its own number', () => {
    const wrong = matches(LINK).filter(({ found: [, number, file] }) => Number(number) !== Number(file));
    expect(wrong.map(({ path, found: [link] }) => `${path} ${link}`)).toEqual([]);
  });

  it('has a unique number, and a file name of words of its title', () => {
    expect(known).toEqual([...new Set(known)]);
    const wrong = records.filter((path) => {
      const [, number = '', subject = ''] = RECORD.exec(path) ?? [];
      const title = text(path).split('\n')[0]?.toLowerCase() ?? '';
      return !title.startsWith(`# ${Number(number)}. `) || !subject.split('-').every((word) => title.includes(word));
    });
    expect(wrong).toEqual([]);
  });

  it(`has at most ${LINES_MAX} lines`, () => {
    expect(records.filter((path) => text(path).trimEnd().split('\n').length > LINES_MAX)).toEqual([]);
  });
});
