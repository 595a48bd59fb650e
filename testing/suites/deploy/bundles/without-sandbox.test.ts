import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readBundle } from '../../../../tools/bundle/bundle-folder.ts';
import { PROGRAM_FOLDERS, ROOT, SANDBOX } from '../../../../tools/programs.ts';

/** Sources of the sandbox, also those of packages that the sandbox shares with tests. */
const OF_SANDBOX = /(?:^|\/)sandbox\//;
/** The developer pages of a bank must know the names of test TPPs to replace them in examples. */
const NAMES_TO_REPLACE = 'packages/certificates/src/sandbox/sandbox-tpps.ts';
/** Names that only sources of the sandbox have, wherever they stand. */
const WORDS = /moveClock|forgetAccounts|daysAhead|[dD]eveloperTpp|PSDHR-HNB-DEV|readTrail/g;
const isOfSandbox = (folder: string): boolean => folder.startsWith('sandbox/');
const inProduction = [...PROGRAM_FOLDERS.values()].filter((folder) => !isOfSandbox(folder));

it.each(inProduction)('the bundle of %s has no module and no word of the sandbox (decision 115)', async (folder) => {
  const { modules, text } = await readBundle(join(ROOT, folder));
  expect(modules).toContain(`${folder}/src/main.ts`);
  expect(modules.filter((path) => OF_SANDBOX.test(path) && path !== NAMES_TO_REPLACE)).toEqual([]);
  expect([...new Set(text.match(WORDS))]).toEqual([]);
});

it('that of the sandbox has some, so they would be found', async () => {
  const { modules, text } = await readBundle(join(ROOT, PROGRAM_FOLDERS.get(SANDBOX) ?? ''));
  for (const module of ['sandbox/portal/src/sandbox-pages.ts', 'sandbox/gateway/src/identity/identify.ts'])
    expect(modules).toContain(module);
  expect(new Set(text.match(WORDS)).size).toBeGreaterThan(4);
});
