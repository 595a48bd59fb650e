import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Root of this repository, found upwards from here. */
export const REPOSITORY = repositoryOf(import.meta.dirname);

function repositoryOf(folder: string): string {
  if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('The test kit runs inside its repository only');
  return repositoryOf(parent);
}

/** The variable that names a server, and the command that fetches it. */
const VARIABLES = {
  'nats-server': ['NATS_SERVER', 'npm test'],
  mongod: ['MONGOD', 'npm test'],
  'toxiproxy-server': ['TOXIPROXY', 'npm run verify -- crash'],
} as const;

/** Returns the path of a server on this machine: its variable, `.local/bin`, PATH. Throws with advice if there is none. */
export function findServer(name: keyof typeof VARIABLES): string {
  const [variable, command] = VARIABLES[name];
  const found = lookForServer(name);
  if (found === undefined)
    throw new Error(`There is no ${name}: run "${command}" once, or set ${variable} to its path`);
  return found;
}

/** Like {@link findServer}; undefined if there is none. */
export function lookForServer(name: keyof typeof VARIABLES): string | undefined {
  const chosen = process.env[VARIABLES[name][0]];
  if (chosen !== undefined && chosen !== '') return chosen;
  return findExecutable([name], [join(REPOSITORY, '.local', 'bin'), ...pathFolders()]);
}

/** Returns the first of the names that is executable in one of the folders. */
export function findExecutable(names: readonly string[], folders: readonly string[]): string | undefined {
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

export function pathFolders(): string[] {
  return (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
