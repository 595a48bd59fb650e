import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { folderOfProgram, ROOT } from '../programs.ts';

/** Imports of a file from the contracts, by name and from a namespace. */
const IMPORT = /import \{([^{}]*)\} from '@xs2a\/contracts'/g;
const IN_NAMESPACE = /\boperations\.(\w+)/g;

/** Packages used by every service: the operations they call are not called by each service. */
const FOR_ALL = new Set(['contracts', 'service-kit']);

/** Returns the names of the contracts that the sources of a service use, including its packages and its part in the sandbox, without types. */
export function namesUsedBy(service: string): ReadonlySet<string> {
  const names = new Set<string>();
  const inSandbox = [join('sandbox', service)].filter((folder) => existsSync(join(ROOT, folder)));
  for (const folder of new Set([...foldersOf(folderOfProgram(service)), ...inSandbox])) {
    for (const path of readdirSync(join(ROOT, folder, 'src'), { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue;
      const text = readFileSync(join(ROOT, folder, 'src', path), 'utf8');
      for (const [, specifiers = ''] of text.matchAll(IMPORT)) {
        for (const specifier of specifiers.split(',')) names.add(specifier.trim().split(' as ')[0] ?? '');
      }
      for (const [, name = ''] of text.matchAll(IN_NAMESPACE)) names.add(name);
    }
  }
  return names;
}

/** Returns the folder of a package and those of its dependencies in this repository. */
function foldersOf(folder: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(folder)) return found;
  found.add(folder);
  const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    const [scope, own = ''] = name.split('/');
    if (scope === '@xs2a' && !FOR_ALL.has(own)) foldersOf(folderOfDependency(folder, name), found);
  }
  return found;
}

/** Returns the folder of a package of this repository, as pnpm links it. */
function folderOfDependency(folder: string, name: string): string {
  return relative(realpathSync(ROOT), realpathSync(join(ROOT, folder, 'node_modules', name)));
}
