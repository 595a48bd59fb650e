import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { files, findings, text, texts } from './sources.ts';

const LINE_MAX = 160;
/** Without the parts of CHANGELOG.md, whose links are those of that page. */
const pages = texts.filter((path) => path.endsWith('.md') && !path.startsWith('changes/'));
const isThere = (path: string): boolean =>
  files.includes(path) || files.some((file) => file.startsWith(`${path.replace(/\/$/, '')}/`));

describe('a page', () => {
  it(`has no line of more than ${LINE_MAX} characters`, () => {
    const long = pages.flatMap((path) =>
      text(path)
        .split('\n')
        .flatMap((line, index) => (line.length > LINE_MAX ? [`${path}:${index + 1} ${line.length}`] : [])),
    );
    expect(long).toEqual([]);
  });

  it('links to files that exist', () => {
    const broken = pages.flatMap((path) => {
      const links = Array.from(text(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g), ([, link = '']) => link);
      return links.filter((link) => !isThere(normalize(join(dirname(path), link)))).map((link) => `${path} ${link}`);
    });
    expect(broken).toEqual([]);
  });

  it('names files and folders of the repository that exist', () => {
    // The changelog also names files that no longer exist.
    const named = pages
      .filter((path) => path !== 'CHANGELOG.md')
      .flatMap((path) =>
        Array.from(
          text(path).matchAll(/`((?:packages|services|sandbox|testing|tools|docs|examples|deploy)\/[\w./-]*[\w/])`/g),
          ([, name = '']) => ({ path, name }),
        ),
      );
    // Built files, a link to them, and the pattern of a name.
    const built = /^services\/gateway\/published\/|^docs\/api$|NNNN/;
    const missing = named.filter(({ name }) => !isThere(name) && !built.test(name));
    expect(missing.map(({ path, name }) => `${path} ${name}`)).toEqual([]);
  });
});

describe('the index by reader', () => {
  const index = text('docs/README.md');

  it('has at most twelve questions for each reader', () => {
    const readers = index.split(/^## /m).slice(1);
    expect(readers.map((reader) => reader.split('\n| ').length - 3).filter((questions) => questions > 12)).toEqual([]);
  });

  it('links to every page of docs/', () => {
    const listed = Array.from(index.matchAll(/\]\(([^)#]+)/g), ([, link = '']) => normalize(join('docs', link)));
    const pagesOfDocs = pages.filter(
      (path) => /^docs\/(operations\/)?[^/]+\.md$/.test(path) && path !== 'docs/README.md',
    );
    expect(pagesOfDocs.filter((path) => !listed.includes(path))).toEqual([]);
  });
});

it('citations refer to public sources or decisions', () => {
  // Written in parts, so that this file passes its own test.
  const privateSource = new RegExp(['[Ff]ield', 'guide'].join(' ') + ['|\\b[Ii]nterface', '\\d+\\.\\d'].join(' '));
  expect(findings(texts, privateSource)).toEqual([]);
});
