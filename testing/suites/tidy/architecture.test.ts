import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfProgram } from '../../../tools/programs.ts';
import { SERVICES } from '../deploy/services.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'ARCHITECTURE.md'), 'utf8').split('## Inside a service')[0] ?? '';

/** Folders of a service named on the page: in its line, or for the gateway in the first column of the table. */
function namedFolders(service: string): string[] {
  const [, table = ''] = PAGE.split('\nThe gateway:\n');
  const line = new RegExp(`- \\*\\*${service}\\*\\* [^]*?Folders?: ([^]*?)(?=\n- \\*\\*|\n\n)`).exec(PAGE)?.[1] ?? '';
  const text = service === 'gateway' ? table.replaceAll(/^\| ([^|]*)\|.*$/gm, '$1') : line.replaceAll(/\([^)]*\)/g, '');
  return [...text.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name).toSorted();
}

it.each(Object.keys(SERVICES))('docs/ARCHITECTURE.md names the folders of %s', (service) => {
  const folders = globSync(`${folderOfProgram(service)}/src/*/`, { cwd: ROOT }).map((folder) => basename(folder));
  expect(namedFolders(service)).toEqual(folders.filter((folder) => folder !== 'model').toSorted());
});
