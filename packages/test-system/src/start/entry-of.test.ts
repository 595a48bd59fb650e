import { mkdirSync, mkdtempDisposableSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { entryOf, notBundled } from './entry-of.ts';

const FILES = {
  'its bundle': 'services/consent/bundle/main.js',
  'the service': 'services/consent/dist/main.js',
  'another service': 'services/sca/dist/main.js',
  'a package': 'packages/contracts/dist/index.js',
  'the lockfile': 'pnpm-lock.yaml',
};
const NEW = new Date('2026-01-02');
const OLD = new Date('2026-01-01');

it.each([
  ['nothing', 'bundle/main.js'],
  ['another service', 'bundle/main.js'],
  ['the service', 'dist/main.js'],
  ['a package', 'dist/main.js'],
  ['the lockfile', 'dist/main.js'],
] as const)('where %s has changed since the bundle was written, a service starts from %s', (changed, entry) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'xs2a-entry-'));
  const root = folder.path;
  for (const [name, file] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
    const time = name === changed ? NEW : OLD;
    utimesSync(join(root, file), time, time);
  }
  expect(entryOf(root, 'services/consent')).toBe(join(...entry.split('/')));
  expect(notBundled(root).includes(join(root, 'services/consent'))).toBe(entry === 'dist/main.js');
});
