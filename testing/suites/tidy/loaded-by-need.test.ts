import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfProgram } from '../../../tools/programs.ts';
import { SERVICES } from '../deploy/services.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Modules for rare requests are loaded with the first of them, or in a thread (docs/performance.md). */
const BY_NEED = ['@simplewebauthn/server', 'any-ascii', 'libxml2-wasm', '@opentelemetry/sdk-trace'];
/** Imports of each part of a bundle before its first statement: other parts, and external libraries. */
const IMPORTED = /(?:from|import)"([^"]+)"/g;

/** Returns the sources and libraries that Node loads before the first statement of a service. */
function loadedFirst(service: string): string {
  const bundle = join(ROOT, folderOfProgram(service), 'bundle');
  const seen = new Set(['./main.js']);
  for (const part of seen) {
    if (!/^\.\/[\w-]+\.js$/.test(part)) continue;
    const code = readFileSync(join(bundle, part), 'utf8');
    for (const [, name = ''] of code.matchAll(IMPORTED)) seen.add(name);
  }
  const parts = globSync('*.js.places', { cwd: bundle }).filter((name) => seen.has(`./${name.replace('.places', '')}`));
  return [...seen, ...parts.map((name) => readFileSync(join(bundle, name), 'latin1'))].join('\n');
}

it.each(Object.keys(SERVICES))('%s is started without what only some requests need', (service) => {
  const loaded = loadedFirst(service);
  expect(loaded).toContain('"../src/service.ts"');
  expect(BY_NEED.filter((name) => loaded.includes(`/node_modules/${name}/`))).toEqual([]);
});
