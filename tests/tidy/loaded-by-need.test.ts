import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SERVICES } from '../deploy/services.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** What only some requests need is loaded with the first of them, or in a thread (docs/performance.md). */
const BY_NEED = ['@simplewebauthn/server', 'any-ascii', 'libxml2-wasm', '@opentelemetry/sdk-trace'];
/** Loads what a service loads before it is started, and prints the files. */
const LOADED = `
  const files = [];
  process.getBuiltinModule('module').registerHooks({ load: (url, context, next) => { files.push(url); return next(url, context); } });
  for (const name of process.argv.slice(1)) await import('./services/' + name + '/dist/service.js');
  console.log(files.join('\\n'));
`;

it('services are started without what only some requests need', () => {
  const args = [
    '--conditions=source',
    '--no-warnings',
    '--input-type=module',
    '--eval',
    LOADED,
    ...Object.keys(SERVICES),
  ];
  const files = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 16 * 1_024 * 1_024 });
  expect(files).toContain('/services/payments/dist/service.js');
  expect(BY_NEED.filter((name) => files.includes(`/node_modules/${name}/`))).toEqual([]);
});
