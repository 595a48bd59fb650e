import { importsIn, listFiles, packageOf, readText, resolveImport } from '../../../tools/check/import-graph.ts';

const BINARY = /\.(png|jpe?g|gif|ico|woff2?|pdf|p12|zip|gz|wasm)$/;

/** Every file of the repository, relative to its root. */
export const files: readonly string[] = listFiles();

const textOf = new Map(files.filter((path) => !BINARY.test(path)).map((path) => [path, readText(path)]));
/** Every text file. */
export const texts: readonly string[] = [...textOf.keys()];
export const typescript = texts.filter((path) => path.endsWith('.ts'));
/** The code of packages and services, without tests. */
export const sources = typescript.filter((path) => /^[^/]+\/[^/]+\/src\//.test(path) && !path.endsWith('.test.ts'));
export const serviceSources = sources.filter((path) => /^(services|sandbox)\//.test(path));

export function text(path: string): string {
  return textOf.get(path) ?? '';
}

/** Returns `file:line` of each match, with the text of the line from there on. */
export function findings(paths: readonly string[], pattern: RegExp): string[] {
  return paths.flatMap((path) => {
    return [...text(path).matchAll(new RegExp(pattern, 'g'))].map(({ index, 0: found }) => {
      return `${path}:${text(path).slice(0, index).split('\n').length} ${found.split('\n')[0]?.trim()}`;
    });
  });
}

export function importsOf(path: string): string[] {
  return importsIn(text(path));
}

/** Returns the files that a file imports by a relative name, from the root. */
export function importedFiles(path: string): string[] {
  return importsOf(path).flatMap((name) => (name.startsWith('.') ? [resolveImport(path, name)] : []));
}

/** The folders of all packages and services. */
export const packages: readonly string[] = [...new Set(sources.map(packageOf))];
