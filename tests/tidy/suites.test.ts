import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SUITES } from '../../tools/scripts.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
/** Folders that `npm test` runs whole (vitest.config.ts). */
const QUICK = ['bus', 'contracts', 'settings', 'tidy'];

it('each folder with long tests is one that "npm run verify" knows by name', () => {
  const long = globSync('tests/**/*.test.ts', { cwd: ROOT })
    .filter((file) => !/\/start\/shared-system'/.test(readFileSync(join(ROOT, file), 'utf8')))
    .map((file) => file.split('/')[1] ?? '');
  const unknown = [...new Set(long)].filter((folder) => !QUICK.includes(folder) && SUITES[folder] === undefined);
  expect(unknown).toEqual([]);
});
