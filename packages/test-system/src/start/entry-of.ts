import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const BUNDLE = join('bundle', 'main.js');
const BUILT = join('dist', 'main.js');
/** What all services in one process are built of. */
const COMPACT = 'packages/compact';

/** Names the libraries that a bundle holds: where it is newer, the bundle may hold earlier ones. */
const LOCKFILE = 'pnpm-lock.yaml';

/** The file that Node starts for a service: its bundle, as in production, unless the service or its libraries changed since. */
export function entryOf(root: string, folder: string): string {
  return isBundled(root, folder) ? BUNDLE : BUILT;
}

/** Folders of all that is bundled and has been built since, or with other libraries. */
export function notBundled(root: string): string[] {
  const folders = [...globSync('services/*', { cwd: root }), COMPACT];
  return folders.filter((folder) => !isBundled(root, folder)).map((folder) => join(root, folder));
}

function isBundled(root: string, folder: string): boolean {
  const bundle = statSync(join(root, folder, BUNDLE), { throwIfNoEntry: false });
  if (bundle === undefined) return false;
  const libraries = statSync(join(root, LOCKFILE), { throwIfNoEntry: false });
  if (libraries !== undefined && libraries.mtimeMs > bundle.mtimeMs) return false;
  const parts = ['packages/*', folder === COMPACT ? 'services/*' : folder];
  return parts.every((part) => newestIn(root, `${part}/dist/**/*.js`) <= bundle.mtimeMs);
}

function newestIn(cwd: string, files: string): number {
  return globSync(files, { cwd }).reduce((newest, file) => Math.max(newest, statSync(join(cwd, file)).mtimeMs), 0);
}
