import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { completed, type Program, type Sbom } from './sbom-document.ts';

interface Dependency {
  readonly ref: string;
  readonly dependsOn?: readonly string[];
}

/** Returns the packages below a folder's node_modules as name@version: those installed, not all of the lockfile. */
export function installedPackages(folder: string): Set<string> {
  const stores = foldersIn(join(folder, 'node_modules', '.pnpm'));
  const packages = stores.flatMap((store) => packagesIn(join(store, 'node_modules')));
  return new Set(
    packages.map((path) => {
      const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Record<string, string>;
      return `${name}@${version}`;
    }),
  );
}

function packagesIn(modules: string): string[] {
  return foldersIn(modules).flatMap((path) => (basename(path).startsWith('@') ? foldersIn(path) : [path]));
}

/** Only folders: links lead to packages in other folders. */
function foldersIn(path: string): string[] {
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name));
}

/**
 * Returns pnpm's document for only these packages and programs, the same for the same content: sorted, without its time and
 * random serial number (both are optional in CycloneDX 1.6). Throws if a package is missing in pnpm's document.
 */
export function sbomOf(sbom: Sbom, packages: ReadonlySet<string>, programs: readonly Program[]): Sbom {
  const { serialNumber: _, metadata, dependencies, ...rest } = sbom;
  const { timestamp: __, ...about } = (metadata ?? {}) as { timestamp?: string; component?: { 'bom-ref'?: string } };
  const nameOf = ({ group, name, version }: { group?: string; name: string; version?: string }): string =>
    `${group === undefined ? '' : `${group}/`}${name}@${version ?? ''}`;
  const all = completed({ ...rest, components: sbom.components }, [], programs).components;
  const known = new Set(sbom.components.map(nameOf));
  const missing = [...packages].filter((name) => !known.has(name));
  if (missing.length > 0) throw new Error(`not in the bill of materials of pnpm: ${missing.join(', ')}`);

  const ofPrograms = new Set(all.slice(sbom.components.length));
  const components = all
    .filter((component) => ofPrograms.has(component) || packages.has(nameOf(component)))
    .toSorted((one, other) => compare(one['bom-ref'], other['bom-ref']));
  const refs = new Set([about.component?.['bom-ref'], ...components.map((component) => component['bom-ref'])]);
  const edges = ((dependencies ?? []) as readonly Dependency[])
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)).toSorted() }))
    .toSorted((one, other) => compare(one.ref, other.ref));
  return { ...rest, metadata: about, components, dependencies: edges };
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
