import { dirname } from 'node:path';
import { listFiles, packageOf, reachedFrom, readText } from './import-graph.ts';

/** A change to one of these may affect every package. */
const CONCERNS_ALL = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'tsconfig.json', 'vitest.config.ts'];
/** Tests of rules that apply to every file. */
const ALWAYS = 'testing/suites/tidy/';
/** A test that imports one of these starts servers, services or a browser. */
const STARTERS = ['@xs2a/test-kit', '@xs2a/test-system/'];

export interface Affected {
  /** Packages and services with a change: all of their tests run. */
  readonly changed: readonly string[];
  /** Packages and services that depend on those: their tests that start no server run. */
  readonly dependents: readonly string[];
  /** Paths of the test files to run. */
  readonly tests: readonly string[];
}

/** Every test file. */
export function listTests(): string[] {
  return listFiles().filter((path) => /^(packages|services|sandbox|testing|deploy)\/.*\.test\.ts$/.test(path));
}

/** Returns the tests that a change to these files affects. */
export function affectedBy(changedFiles: readonly string[]): Affected {
  const graph = readWorkspace();
  const concernsAll = changedFiles.some((path) => CONCERNS_ALL.includes(path));
  const changed = [...graph.keys()].filter((folder) => changedFiles.some((path) => packageOf(path) === folder));
  const reached = concernsAll ? [...graph.keys()] : dependentsOf(changed, graph);
  const dependents = reached.filter((folder) => !changed.includes(folder));
  const tests = listTests().filter((path) => {
    const folder = packageOf(path);
    if (folder !== '') return changed.includes(folder) || (dependents.includes(folder) && startsNothing(path));
    return path.startsWith(ALWAYS) || changedFiles.includes(path) || isReached(path, changedFiles);
  });
  return { changed, dependents, tests };
}

/** Whether a test outside packages and services imports a changed file and starts no server. */
function isReached(test: string, changedFiles: readonly string[]): boolean {
  const reached = reachedFrom(test);
  return changedFiles.some((path) => reached.has(path)) && startsNothing(test);
}

function startsNothing(test: string): boolean {
  return ![...reachedFrom(test)].some((name) => STARTERS.some((starter) => name.startsWith(starter)));
}

/** Returns, for each package and service, the folders of its runtime dependencies. */
function readWorkspace(): ReadonlyMap<string, readonly string[]> {
  const manifests = listFiles()
    .filter((path) => path === `${packageOf(path)}/package.json`)
    .map((path) => {
      const manifest = JSON.parse(readText(path)) as { name: string; dependencies?: Record<string, string> };
      return { folder: dirname(path), ...manifest };
    });
  const folders = new Map(manifests.map(({ name, folder }) => [name, folder]));
  return new Map(
    manifests.map(({ folder, dependencies = {} }) => {
      return [folder, Object.keys(dependencies).flatMap((name) => folders.get(name) ?? [])];
    }),
  );
}

/** Everything that depends on one of these, directly or not. */
function dependentsOf(folders: readonly string[], graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Set(folders);
  for (const folder of found)
    for (const [dependent, dependencies] of graph) if (dependencies.includes(folder)) found.add(dependent);
  return [...found];
}
