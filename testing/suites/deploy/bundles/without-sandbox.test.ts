import { join } from 'node:path';
import { expect, it } from 'vitest';
import { modulesOf } from '../../../../tools/bundle/bundle-folder.ts';
import { PROGRAM_FOLDERS, ROOT, SANDBOX } from '../../../../tools/programs.ts';

const OF_SANDBOX = /^sandbox\//;
const inProduction = [...PROGRAM_FOLDERS.values()].filter((folder) => !OF_SANDBOX.test(folder));

it.each(inProduction)('the bundle of %s has no module of the sandbox (decision 115)', async (folder) => {
  const modules = await modulesOf(join(ROOT, folder));
  expect(modules).toContain(`${folder}/src/main.ts`);
  expect(modules.filter((path) => OF_SANDBOX.test(path))).toEqual([]);
});

it('that of the sandbox has some, so they would be found', async () => {
  const modules = await modulesOf(join(ROOT, PROGRAM_FOLDERS.get(SANDBOX) ?? ''));
  for (const module of ['sandbox/portal/src/sandbox-pages.ts', 'sandbox/gateway/src/identity/identify.ts'])
    expect(modules).toContain(module);
});
