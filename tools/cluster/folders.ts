import { homedir } from 'node:os';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

/** Programs that were built or fetched, by version. They are kept for the next run of any clone. */
export const CACHE = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'xs2a', 'cluster');

/** Files of one run. They are removed at the end, except for logs. */
export const WORK = join(ROOT, '.local', 'cluster');
export const LOGS = join(WORK, 'logs');

/** Results of the part inside the namespaces. */
export const SHOWN_INSIDE = join(WORK, 'shown.json');

export const KUBERNETES = '1.35.4';
const COREDNS = '1.14.2';
const MONGOSH = '2.12.0';

/** Folder of each group of programs. */
export const KEPT = {
  kubernetes: join(CACHE, `kubernetes-${KUBERNETES}`),
  coredns: join(CACHE, `coredns-${COREDNS}`),
  debian: join(CACHE, 'debian'),
  mongosh: join(CACHE, `mongosh-${MONGOSH}`),
} as const;

export const VERSIONS = { kubernetes: KUBERNETES, coredns: COREDNS, mongosh: MONGOSH } as const;
