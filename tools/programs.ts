import { globSync } from 'node:fs';
import { basename, join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

/** Folder of each service and of the sandbox bank, from the root, by name in alphabetical order. */
export const SERVICE_FOLDERS: ReadonlyMap<string, string> = new Map(
  globSync('{services/*,sandbox/bank}/', { cwd: ROOT })
    .map((folder): [string, string] => [basename(folder), folder.replace(/\/$/, '')])
    .toSorted(([one], [other]) => one.localeCompare(other)),
);

/** Programs with several services: all of a small bank in one process, and those of the sandbox by name or in one process. */
export const COMPACT = 'compact';
export const SANDBOX = 'sandbox';
export const PROGRAM_FOLDERS: ReadonlyMap<string, string> = new Map([
  ...SERVICE_FOLDERS,
  [COMPACT, 'deploy/compact'],
  [SANDBOX, 'sandbox/start'],
]);

/** The commands of operators. */
export const COMMANDS_FOLDER = 'packages/cli';

/** @throws Error if there is no such program */
export function folderOfProgram(name: string): string {
  const folder = PROGRAM_FOLDERS.get(name);
  if (folder === undefined) throw new Error(`there is no service ${name}`);
  return folder;
}
