import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { bundleFolder } from '../../../../tools/bundle/bundle-folder.ts';

/** Calls without a used result, made for the error that they throw. */
const CHECKS = {
  decodeURIComponent: "decodeURIComponent('%zz')",
  decodeURI: "decodeURI('%zz')",
  encodeURIComponent: String.raw`encodeURIComponent('\ud800')`,
  String: 'String(Object.create(null))',
  Number: 'Number(1n ** 1n + Symbol())',
  BigInt: "BigInt('z')",
  URL: "new URL('z')",
  RegExp: "new RegExp('(')",
  'a field of nothing': 'undefined?.x.y; null.z',
};

it.each(Object.entries(CHECKS))('a bundle keeps the check by %s', async (_, check) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'xs2a-checks-'));
  mkdirSync(join(folder.path, 'src'));
  writeFileSync(
    join(folder.path, 'src', 'main.ts'),
    `export function refuses() { try { ${check}; return false; } catch { return true; } }`,
  );
  await bundleFolder(folder.path);
  const bundle = (await import(pathToFileURL(join(folder.path, 'bundle', 'main.js')).href)) as { refuses(): boolean };
  expect(bundle.refuses()).toBe(true);
});
