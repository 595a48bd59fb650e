import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLog } from '@xs2a/service-kit';
import { expect, it } from 'vitest';
import { PROGRAM_FOLDERS, SERVICE_FOLDERS } from '../../../../tools/programs.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const FOLDERS = [...PROGRAM_FOLDERS.values()];
const BUNDLES = [...SERVICE_FOLDERS.values()].map((folder) => join(folder, 'bundle', 'main.js'));

it('each program is bundled, with a map of source positions and without .map files', () => {
  expect(FOLDERS.filter((folder) => !existsSync(join(ROOT, folder, 'bundle', 'main.js')))).toEqual([]);
  expect(globSync('{services,sandbox,deploy}/*/bundle/*.map', { cwd: ROOT })).toEqual([]);
});

it.each(BUNDLES)('an error that %s logs names the line of the source', (bundle) => {
  const lines: string[] = [];
  const log = createLog('test', 'info', { write: (line) => void lines.push(line) });
  const err = new Error('x');
  err.stack = stackOf(join(ROOT, bundle));
  log.error({ err });
  const service = bundle.split(/[\\/]/)[1];
  const logged = JSON.parse(lines[0] ?? '{}') as { err: { stack: string } };
  expect(logged.err.stack).toMatch(new RegExp(`/(?:services|sandbox)/${service}/src/[\\w/-]+\\.ts:\\d+$`, 'm'));
});

const COLUMNS = 400;

/** Returns a stack with a frame for every few hundred columns of a built file. */
function stackOf(path: string): string {
  const url = pathToFileURL(path).href;
  const frames = readFileSync(path, 'utf8')
    .split('\n')
    .flatMap(({ length }, index) =>
      Array.from(
        { length: Math.ceil(length / COLUMNS) },
        (_, part) => `    at ${url}:${index + 1}:${1 + part * COLUMNS}`,
      ),
    );
  return ['Error: x', ...frames].join('\n');
}
