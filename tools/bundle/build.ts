// Bundles what has changed since (decision 44): each service, what runs several of them, and the commands; or the named folders,
// also where a service was deployed into one, as in an image:
//   node tools/bundle/build.ts
//   node tools/bundle/build.ts packages/cli
//   node tools/bundle/build.ts /app
import { globSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readArguments } from '../command/read-arguments.ts';
import {
  COMMANDS_FOLDER,
  COMPACT,
  folderOfProgram,
  PROGRAM_FOLDERS,
  ROOT,
  SANDBOX,
  SERVICE_FOLDERS,
} from '../programs.ts';

const { positionals } = readArguments(import.meta.filename, { options: {}, allowPositionals: true });
const folders = positionals.length > 0 ? positionals : [...PROGRAM_FOLDERS.values(), COMMANDS_FOLDER];
const OF_SEVERAL = [COMPACT, SANDBOX].map(folderOfProgram);
const changed = folders.filter((folder) => !isBundled(folder));
if (changed.length > 0) {
  const { bundleFolder } = await import('./bundle-folder.ts');
  // One after another: each uses all cores, and together they would take 4 GB.
  for (const folder of changed) await bundleFolder(resolve(ROOT, folder));
}

/** False if a source or the libraries are newer than the bundle. */
function isBundled(folder: string): boolean {
  const bundle = statSync(resolve(ROOT, folder, 'bundle', 'main.js'), { throwIfNoEntry: false });
  if (bundle === undefined) return false;
  const parts = OF_SEVERAL.includes(folder)
    ? ['packages/*', 'deploy/compact', 'sandbox/*', ...SERVICE_FOLDERS.values()]
    : ['packages/*', folder];
  const sources = parts.flatMap((part) => globSync(`${part}/src/**/*.ts`, { cwd: ROOT }));
  return ['pnpm-lock.yaml', ...sources].every((file) => statSync(join(ROOT, file)).mtimeMs <= bundle.mtimeMs);
}
