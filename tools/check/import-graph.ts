import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ROOT } from '../programs.ts';

/** Statements that import or export from another module, dynamic imports and types from `import('…')`. */
const IMPORT = /(?:\bfrom|\bimport\(|\bimport) ?'([^']+)'/g;

/** The tracked and untracked files of the working tree that git does not ignore, relative to the root. */
export function listFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(listed.split('\0'))].filter((path) => {
    return path !== '' && existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isFile();
  });
}

export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The module names that a TypeScript file imports, types included, as written. */
export function importsIn(text: string): string[] {
  return Array.from(text.matchAll(IMPORT), ([, name = '']) => name);
}

/** The path of a relative import, from the root. */
export function resolveImport(importer: string, name: string): string {
  return normalize(join(dirname(importer), name));
}

/** Folders with their own manifest. */
const PACKAGE = /^((?:packages|services|sandbox)\/[^/]+|deploy\/compact|testing\/(?!suites\/|bench\/)[^/]+)\//;

/** Returns `packages/contracts` for every file in it; nothing for a file outside packages and services. */
export function packageOf(path: string): string {
  return PACKAGE.exec(path)?.[1] ?? '';
}

/** Returns every module that a file imports directly or through relative imports; relative names are resolved. */
export function reachedFrom(file: string): Set<string> {
  const reached = new Set<string>();
  const visit = (path: string): void => {
    for (const name of importsIn(readText(path))) {
      const target = name.startsWith('.') ? resolveImport(path, name) : name;
      if (reached.has(target)) continue;
      reached.add(target);
      if (name.startsWith('.') && target.endsWith('.ts') && existsSync(join(ROOT, target))) visit(target);
    }
  };
  visit(file);
  return reached;
}
