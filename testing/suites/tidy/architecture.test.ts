import { expect, it } from 'vitest';
import { foldersOf } from '../../../tools/gen/folders.ts';
import { folderOfProgram, SERVICE_FOLDERS } from '../../../tools/programs.ts';
import { importedFiles, sources } from './sources.ts';

/** Returns the folder of a file below `src/`, or undefined for a file in `src/` itself. */
const folderOf = (path: string): string | undefined => /\/src\/([^/]+)\//.exec(path)?.[1];

it.each([...SERVICE_FOLDERS.keys()])('folders.yaml of %s has its folders, and what each imports', (program) => {
  const own = sources.filter((path) => path.startsWith(`${folderOfProgram(program)}/src/`));
  const imports = new Map<string, Set<string>>();
  for (const path of own) {
    const folder = folderOf(path);
    if (folder === undefined || folder === 'model') continue;
    const others = importedFiles(path).flatMap((target) => folderOf(target) ?? []);
    const known = imports.get(folder) ?? new Set<string>();
    imports.set(folder, known);
    for (const other of others) if (other !== folder && other !== 'model') known.add(other);
  }
  const found = Object.fromEntries([...imports].map(([folder, others]) => [folder, [...others].toSorted()]));
  const declared = Object.entries(foldersOf(program)).map(([folder, line]) => [folder, line.imports.toSorted()]);
  expect(Object.fromEntries(declared)).toEqual(found);
});
