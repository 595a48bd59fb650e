import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { code, page } from './markdown.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Licences that a dependency in production may have: permissive ones, compatible with Apache-2.0. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  // Fonts: a document may contain them.
  'OFL-1.1',
  'Unlicense',
]);

/** Packages whose manifest has no licence, with the licence of the file in the package. */
const BY_FILE: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  /** The older form of npm. */
  readonly licenses?: readonly { readonly type: string }[];
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface Dependency {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/** Returns every dependency in production, direct or not, with its licence. Throws for a licence that is not allowed. */
export function licencesPage(): string {
  const dependencies = productionDependencies();
  const refused = dependencies.filter(({ licence }) => !isAllowed(licence));
  if (refused.length > 0) {
    const named = refused.map(({ name, version, licence }) => `${name} ${version} (${licence})`);
    throw new Error(`licence not allowed: ${named.join(', ')}; the list is in tools/gen/licences-page.ts`);
  }
  const lines = [...new Set(dependencies.map(({ licence }) => licence))].toSorted().flatMap((licence) => [
    `## ${licence}`,
    dependencies
      .filter((dependency) => dependency.licence === licence)
      .map(({ name, version }) => `- ${code(name)} ${version}`)
      .join('\n'),
  ]);
  return page(
    'Licences of dependencies',
    'the installed packages',
    `${dependencies.length} packages run in production besides those of this repository. Allowed are ${[...ALLOWED].join(', ')}; ${code('npm run gen')} fails on another licence.`,
    ...lines,
  );
}

/** `MIT`, or an expression such as `(MIT OR CC0-1.0)` of which one alternative is allowed. */
function isAllowed(licence: string): boolean {
  return licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((one) => one.split(' AND ').every((part) => ALLOWED.has(part)));
}

function productionDependencies(): Dependency[] {
  const found = new Map<string, Dependency>();
  const visited = new Set<string>();
  const visit = (folder: string): void => {
    if (visited.has(folder)) return;
    visited.add(folder);
    const { name, version, license, licenses = [], dependencies = {} } = manifestOf(folder);
    const licence = license ?? (licenses.map(({ type }) => type).join(' OR ') || (BY_FILE[name] ?? 'none'));
    if (!name.startsWith('@xs2a/')) found.set(`${name} ${version}`, { name, version, licence });
    for (const dependency of Object.keys(dependencies)) {
      const installed = folderOf(dependency, folder);
      // pnpm-workspace.yaml leaves some dependencies out of third-party packages; those of this repository must all be installed.
      if (installed !== undefined) visit(installed);
      else if (name.startsWith('@xs2a/')) throw new Error(`${dependency} is not installed: run pnpm install`);
    }
  };
  for (const folder of workspacePackages()) visit(folder);
  return [...found.keys()].toSorted().flatMap((key) => found.get(key) ?? []);
}

function workspacePackages(): string[] {
  return globSync('{packages,services,sandbox}/*/package.json', { cwd: ROOT }).map((manifest) =>
    join(ROOT, dirname(manifest)),
  );
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Returns the folder of a dependency, resolved as in Node. */
function folderOf(dependency: string, from: string): string | undefined {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', dependency);
    if (existsSync(candidate)) return realpathSync(candidate);
  }
  return undefined;
}
