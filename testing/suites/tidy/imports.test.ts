import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageOf, resolveImport } from '../../../tools/check/import-graph.ts';
import { ROOT } from '../../../tools/programs.ts';
import { findCycle } from './find-cycle.ts';
import { importedFiles, importsOf, packages, sources, text, texts, typescript } from './sources.ts';

describe('an import', () => {
  it('names a file with its extension, .ts or .json', () => {
    const wrong = sources.flatMap((path) => {
      const relative = importsOf(path).filter((name) => name.startsWith('.'));
      return relative
        .filter((name) => !/\.(ts|json)$/.test(name) || !existsSync(join(ROOT, resolveImport(path, name))))
        .map((name) => `${path} ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it('of another package or service uses its name, never a path into its src or test folder', () => {
    const wrong = typescript.flatMap((path) => {
      const foreign = importedFiles(path).filter((target) => !['', packageOf(path)].includes(packageOf(target)));
      return foreign.map((target) => `${path} ${target}`);
    });
    expect(wrong).toEqual([]);
  });
});

describe.each(packages)('in %s', (folder) => {
  const own = sources.filter((path) => packageOf(path) === folder);

  it('no files import each other in a cycle, types included', () => {
    expect(findCycle(new Map(own.map((path) => [path, importedFiles(path)])))).toEqual([]);
  });

  it('no two folders import from each other', () => {
    const links = new Map<string, Set<string>>();
    for (const path of own) {
      const from = subjectOf(path);
      const targets = importedFiles(path).map(subjectOf);
      links.set(from, new Set([...(links.get(from) ?? []), ...targets].filter((target) => target !== from)));
    }
    expect(findCycle(new Map([...links].map(([from, targets]) => [from, [...targets]])))).toEqual([]);
  });

  it('model/ imports only model/ and the configuration', () => {
    const model = own.filter((path) => subjectOf(path) === 'model');
    const wrong = model.flatMap((path) => {
      return importedFiles(path)
        .filter((target) => subjectOf(target) !== 'model' && !target.endsWith('/src/config.ts'))
        .map((target) => `${path} ${target}`);
    });
    expect(wrong).toEqual([]);
  });
});

it('every source file is imported by another one, or is an entry', () => {
  // A thread is started by the name that its file has after the build.
  const entries = /\/src\/(index|main|service|global-setup|(.+\/)?[a-z-]+-thread)\.ts$/;
  const reached = new Set(typescript.flatMap(importedFiles));
  const exported = texts
    .filter((path) => basename(path) === 'package.json')
    .flatMap((path) => {
      const named = Array.from(text(path).matchAll(/"\.\/(src\/[^"]+\.ts)"/g), ([, entry = '']) => entry);
      return named.map((entry) => join(dirname(path), entry));
    });
  const isExported = (path: string): boolean =>
    exported.some((entry) => {
      const [start = '', end] = entry.split('*');
      return end === undefined ? entry === path : path.startsWith(start) && path.endsWith(end);
    });
  expect(sources.filter((path) => !reached.has(path) && !entries.test(path) && !isExported(path))).toEqual([]);
});

it('services import packages, no other service, and nothing of the sandbox', () => {
  const allowed = [
    '@xs2a/approvals',
    '@xs2a/certificates',
    '@xs2a/contracts',
    '@xs2a/developer-pages',
    '@xs2a/iso20022',
    '@xs2a/page-style',
    '@xs2a/payee-matching',
    '@xs2a/service-kit',
  ];
  const services = sources.filter((path) => /^(services|sandbox\/bank)\//.test(path));
  const wrong = services.flatMap((path) => {
    const own = importsOf(path).filter((name) => name.startsWith('@xs2a/'));
    const permitted = path.startsWith('sandbox/bank/')
      ? [...allowed, '@xs2a/payee-scheme', '@xs2a/sandbox-clocks']
      : allowed;
    const foreign = own.filter((name) => !permitted.includes(name.split('/').slice(0, 2).join('/')));
    return foreign.map((name) => `${path} ${name}`);
  });
  expect(wrong).toEqual([]);
});

it('contracts are pure: they import only zod', () => {
  const contracts = sources.filter((path) => path.startsWith('packages/contracts/'));
  const foreign = contracts.flatMap((path) =>
    importsOf(path).filter((name) => name !== 'zod' && !name.startsWith('.')),
  );
  expect(foreign).toEqual([]);
});

/**
 * Returns the folder below src/ of a file. Files directly in src/ count separately: service.ts is above all folders, context.ts
 * below the use cases.
 */
function subjectOf(path: string): string {
  const [first = '', second] = path.split('/').slice(3);
  return second === undefined ? `${first} in src/` : first;
}
