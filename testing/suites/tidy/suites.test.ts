import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SUITES } from '../../../tools/scripts.mjs';
import { suites } from '../../../vitest.config.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

it('each folder with long tests is known to "npm run verify" by name', () => {
  const long = globSync(suites.include, { cwd: ROOT, exclude: suites.exclude });
  const unknown = new Set(long.map((file) => file.split('/')[2] ?? '').filter((folder) => !(folder in SUITES)));
  expect([...unknown]).toEqual([]);
});
