import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

// The house style as a test (docs/ARCHITECTURE.md). Every rule lists what breaks it, as file:line.
const FILE_LINES_MAX = 250;
const FUNCTION_LINES_MAX = 70;

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SELF = 'tests/tidy.test.ts';
const BINARY = /\.(png|jpe?g|gif|ico|woff2?|pdf|p12|zip|gz|wasm)$/;

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
});
const files = listed
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isFile());
const textOf = new Map(
  files.filter((path) => !BINARY.test(path)).map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
);

const typescript = [...textOf.keys()].filter((path) => path.endsWith('.ts'));
const sources = typescript.filter(
  (path) => /^(packages|services)\/[^/]+\/src\//.test(path) && !path.endsWith('.test.ts'),
);
const services = sources.filter((path) => path.startsWith('services/'));

/** `file:line` of each match. */
function findings(paths: readonly string[], pattern: RegExp): string[] {
  return paths.flatMap((path) => {
    const text = textOf.get(path) ?? '';
    return [...text.matchAll(new RegExp(pattern, 'g'))].map(({ index, 0: found }) => {
      return `${path}:${text.slice(0, index).split('\n').length} ${found.split('\n')[0]?.trim()}`;
    });
  });
}

function importsOf(path: string): string[] {
  return Array.from((textOf.get(path) ?? '').matchAll(/(?:from|import\(|import) ?'([^']+)'/g), ([, name = '']) => name);
}

function packageOf(path: string): string {
  return path.split('/').slice(0, 2).join('/');
}

describe('every file', () => {
  it(`of the sources has at most ${FILE_LINES_MAX} lines`, () => {
    const long = [...sources, ...typescript.filter((path) => path.startsWith('tools/'))].flatMap((path) => {
      const lines = (textOf.get(path) ?? '').split('\n').length - 1;
      return lines > FILE_LINES_MAX && !path.includes('/generated/') ? [`${path} ${lines}`] : [];
    });
    expect(long).toEqual([]);
  });

  it('says in the name of its folder what happens in it', () => {
    expect(files.filter((path) => /(^|\/)(utils?|helpers?|common|shared|misc|lib)\//.test(path))).toEqual([]);
  });

  it('names no place of the machine it was written on, and no host of a package registry', () => {
    // Put together here, so that this file passes its own test.
    const places = ['work', 'root', 'home'].map((name) => `(?<![\\w.:/-])/${name}/`);
    const hosts = ['registry.npmjs', 'pypi', 'files.pythonhosted', 'proxy.golang', 'crates', 'deb.debian'].map(
      (host) => {
        return host.replace('.', '\\.') + '\\.(?:org|io)\\b';
      },
    );
    expect(
      findings(
        [...textOf.keys()].filter((path) => path !== SELF),
        new RegExp([...places, ...hosts].join('|')),
      ),
    ).toEqual([]);
  });
});

describe('the code', () => {
  it(`has no function of more than ${FUNCTION_LINES_MAX} lines`, () => {
    const long = sources.flatMap((path) => {
      const lines = (textOf.get(path) ?? '').split('\n');
      return lines.flatMap((line, start) => {
        const indent =
          /^( *)(?:(?:export |override |static |private )*(?:async )?(?:function\b|#?\w+\().*\{|.*=> \{)$/.exec(
            line,
          )?.[1];
        if (indent === undefined) return [];
        const end = lines.findIndex((later, at) => at > start && later.startsWith(`${indent}}`));
        return end - start > FUNCTION_LINES_MAX ? [`${path}:${start + 1} ${end - start} lines`] : [];
      });
    });
    expect(long).toEqual([]);
  });

  it('hides nothing from the compiler and leaves nothing for later', () => {
    const checked = typescript.filter((path) => path !== SELF);
    expect(
      findings(checked, /\bas any\b|: any\b|<any>|@ts-(?:ignore|nocheck|expect-error)|\bTODO\b|\bFIXME\b/),
    ).toEqual([]);
    expect(findings(checked, /(?:oxlint|eslint|biome)-(?:disable|ignore)/)).toEqual([]);
  });

  it('skips no test and favours none', () => {
    const tests = typescript.filter((path) => path.endsWith('.test.ts') && path !== SELF);
    expect(findings(tests, /\b(?:it|test|describe)\.(?:only|skip|todo|fails)\b|\b[xf](?:it|describe)\(/)).toEqual([]);
  });

  it('has an importer for each of its files', () => {
    // A thread is named where it is started, by the name that its file has then.
    const entries = /\/src\/(index|main|service|global-setup|[a-z-]+-thread)\.ts$/;
    const reached = new Set(
      typescript.flatMap((path) => {
        return importsOf(path).flatMap((name) => (name.startsWith('.') ? [normalize(join(dirname(path), name))] : []));
      }),
    );
    const byPackage = new Set(
      [...textOf]
        .filter(([path]) => basename(path) === 'package.json')
        .flatMap(([path, text]) => {
          return Array.from(text.matchAll(/"\.\/(src\/[^"]+\.ts)"/g), ([, entry = '']) =>
            join(dirname(path), entry),
          ).flatMap((entry) =>
            entry.endsWith('*.ts') ? sources.filter((file) => file.startsWith(entry.slice(0, -4))) : [entry],
          );
        }),
    );
    expect(sources.filter((path) => !reached.has(path) && !entries.test(path) && !byPackage.has(path))).toEqual([]);
  });

  it('imports files by their name with .ts, and only what lies in its own package', () => {
    const wrong = sources.flatMap((path) => {
      return importsOf(path).flatMap((name) => {
        if (!name.startsWith('.')) return [];
        const target = normalize(join(dirname(path), name));
        const isOwn =
          packageOf(target) === packageOf(path) && /\.(ts|json)$/.test(name) && existsSync(join(ROOT, target));
        return isOwn ? [] : [`${path} ${name}`];
      });
    });
    expect(wrong).toEqual([]);
  });
});

describe('the rooms', () => {
  const names = [...new Set(services.map((path) => packageOf(path).split('/')[1] ?? ''))];

  it('are eight', () => {
    const eight = ['accounts', 'bank', 'consent', 'gateway', 'notifier', 'payments', 'portal', 'sca'];
    expect(names.toSorted()).toEqual(eight);
  });

  it('import no other room, only contracts, messages and the kit', () => {
    const allowed = [
      '@xs2a/approvals',
      '@xs2a/certificates',
      '@xs2a/contracts',
      '@xs2a/developer-pages',
      '@xs2a/iso20022',
      '@xs2a/page-style',
      '@xs2a/service-kit',
    ];
    const wrong = services.flatMap((path) => {
      const foreign = importsOf(path).filter((name) => name.startsWith('@xs2a/') && !allowed.includes(name));
      return foreign.map((name) => `${path} ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it('know nothing of HTTP for TPPs but the gateway: no address is written or built elsewhere', () => {
    const others = services.filter((path) => !path.startsWith('services/gateway/'));
    expect(findings(others, /\bENDPOINTS\b|\bhref\(|\broutesOf\(|\bEndpointKey\b|['"`]\/v[12]\//)).toEqual([]);
  });

  it('write an address of the interface nowhere but in its table', () => {
    const gateway = services.filter((path) => path.startsWith('services/gateway/'));
    expect(findings(gateway, /['"`]\/v[12]\/[a-z{]/)).toEqual([]);
  });

  it('move a status through advance() alone', () => {
    const writers = sources.filter((path) => path !== 'packages/service-kit/src/advance.ts');
    const status = '(?:consentStatus|transactionStatus|scaStatus)';
    expect(findings(writers, new RegExp(`\\$set: \\{[^{}]*\\b${status}\\b`))).toEqual([]);
    expect(findings(writers, new RegExp(`\\bset: \\{[^{}]*\\b${status}:`))).toEqual([]);
  });

  it('ask the bus, and never publish what could be lost', () => {
    expect(findings(services, /\.publish\(|from '@nats-io\//)).toEqual([]);
  });
});

describe('contracts', () => {
  it('are pure: they import nothing but zod', () => {
    const contracts = sources.filter((path) => path.startsWith('packages/contracts/'));
    const foreign = contracts.flatMap((path) =>
      importsOf(path).filter((name) => name !== 'zod' && !name.startsWith('./')),
    );
    expect(foreign).toEqual([]);
  });
});
