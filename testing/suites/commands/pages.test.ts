import { execFile } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { startClone } from './clone.ts';
import { blocksOf, fencesOf, ROOT, read, shellOf, wrongIn } from './page-commands.ts';

const run = promisify(execFile);
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md', { cwd: ROOT })].toSorted();
const LANGUAGES = ['sh', 'bash', 'console'];

/** Pages whose commands another test runs, block by block; that test also fails if one is left out. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'README.md': 'testing/suites/journeys/readme.test.ts',
  'docs/operations/': 'testing/suites/commands/operations-pages.test.ts',
};

/** Commands that no test runs as written: the page, the beginning of the block, and the reason. */
const NOT_RUN: readonly (readonly [page: string, begins: string, why: string])[] = [
  ['README.md', 'npm start', 'what the other commands run against, and this test'],
  ['CONTRIBUTING.md', 'git clone', 'what the other commands run in, and this test'],
  ['CONTRIBUTING.md', 'npm test', 'this test'],
  [
    'docs/bank-connector.md',
    'npm run xs2a -- connector check',
    'a bus with a connector alone: testing/suites/connector runs it',
  ],
  ['docs/berlin-group.md', 'npm run verify -- berlin-group', 'reads a file that is not ours to ship'],
  [
    'docs/berlin-group.md',
    'npm run verify -- clients',
    'fetches generators: testing/suites/generated-clients runs what they make',
  ],
  [
    'docs/conformance.md',
    'npm run xs2a -- conformance run obstacles',
    'testing/suites/conformance/obstacles.test.ts walks the same checklist',
  ],
  ['docs/crash-campaign.md', 'npm run verify -- crash', 'takes hours: testing/suites/crash runs short campaigns'],
  ['docs/identities.md', 'mongosh', 'a database of the bank: testing/suites/identities runs the file'],
  ['docs/crash-campaign.md', 'npm run verify -- simulation --seeds', 'testing/suites/simulation runs as many seeds'],
  [
    'docs/trusted-lists.md',
    'npm run xs2a -- trust-list',
    'fetches the lists of states: testing/suites/commands/trust-list.test.ts',
  ],
  ['docs/operations/images.md', '', 'needs Docker: testing/suites/deploy judges images and manifests'],
  ['docs/operations/kubernetes.md', '', 'needs a cluster: npm run verify -- cluster walks the page in one'],
  ['docs/operations/recipes.md', '', 'needs a cluster: testing/suites/deploy/operator.test.ts judges what they run'],
  ['docs/operations/start.md', 'npm run images', 'needs Docker'],
  ['docs/operations/start.md', 'npm start', 'npm start itself: testing/suites/bank-sign-in/npm-start.test.ts'],
  ['docs/operations/upgrade.md', 'sca.startAuthorisation', 'what a command prints'],
];

/** Functions that write the files a reader has made before, from the page alone. */
const MADE_BEFORE: Readonly<Record<string, (folder: string, page: string) => void>> = {
  'docs/payments.md': (folder, page) => writeFileSync(join(folder, 'bulk.xml'), blocksOf(page, 'xml')[0] ?? ''),
  'docs/register.md': (folder, page) =>
    writeFileSync(join(folder, 'download.json'), `[${blocksOf(page, 'json')[0] ?? ''}]`),
};

const commandsOf = (page: string): string[] => blocksOf(read(page), ...LANGUAGES);
const reasonOf = (page: string, block: string) =>
  NOT_RUN.find(([of, begins]) => of === page && block.startsWith(begins));
const isElsewhere = (page: string): boolean => Object.keys(ELSEWHERE).some((pages) => page.startsWith(pages));
const toRun = (page: string): string[] =>
  isElsewhere(page) ? [] : commandsOf(page).filter((block) => reasonOf(page, block) === undefined);

describe('the commands of a page, pasted into a shell beside npm start', () => {
  const clone = forAllTests(() => startClone());

  it.each(PAGES.filter((page) => toRun(page).length > 0))('run as written: %s', async (page) => {
    const { folder, env, here } = clone;
    MADE_BEFORE[page]?.(folder, read(page));
    const script = here(shellOf(toRun(page))).replaceAll('/etc/xs2a', folder);
    await run('bash', ['-c', script], { cwd: folder, env });
  });
});

describe('a command of a page', () => {
  it('is a code block on its own, which readers and this test can find', () => {
    const command = /^(?:\$ )?(?:npm (?:run|start|test)|curl|git clone|openssl|kubectl|docker|mongosh|node|python3) /;
    // Commands for production hosts; the test of those pages checks their options.
    const pages = PAGES.filter((page) => !page.startsWith('docs/operations/'));
    const unmarked = pages.flatMap((page) =>
      fencesOf(read(page))
        .flatMap(({ language, block }) => (LANGUAGES.includes(language) ? [] : block.split('\n')))
        .filter((line) => command.test(line))
        .map((line) => `${page}: ${line}`),
    );
    expect(unmarked).toEqual([]);
  });

  it('is run, or listed here with the reason why not', () => {
    const others = PAGES.filter(isElsewhere).flatMap((page) =>
      blocksOf(read(page), ...LANGUAGES.filter((language) => language !== 'sh')).map((block) => ({ page, block })),
    );
    expect(others.filter(({ page, block }) => reasonOf(page, block) === undefined)).toEqual([]);
    const gone = NOT_RUN.filter((row) => !commandsOf(row[0]).some((block) => reasonOf(row[0], block) === row));
    expect(gone).toEqual([]);
  });

  it('has only options that its program has, also in running text', () => {
    const readmes = globSync('{packages,testing,examples}/*/README.md', { cwd: ROOT });
    const wrong = [...PAGES, ...readmes].flatMap((page) => {
      const inText = Array.from(read(page).matchAll(/`(npm run [^`]*)`/g), ([, line = '']) =>
        line.replaceAll('\n', ' '),
      );
      const inBlocks = commandsOf(page).flatMap((block) => block.replaceAll('\\\n', '').split('\n'));
      return [...inText, ...inBlocks]
        .filter((line) => line.startsWith('npm run '))
        .flatMap((line) => wrongIn(line.replace(/ +(?:#|&&) .*$| …$/, '').trim()))
        .map((line) => `${page}: ${line}`);
    });
    expect(wrong).toEqual([]);
  });
});
