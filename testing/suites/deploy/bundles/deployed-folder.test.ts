import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempDisposableSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endWithThisProcess } from '@xs2a/test-kit';
import { expect, it } from 'vitest';
import { bundleFolder } from '../../../../tools/bundle/bundle-folder.ts';
import { PROGRAM_FOLDERS, ROOT } from '../../../../tools/programs.ts';

/** Installs the packages of a service with their production dependencies, as in an image (deploy/Dockerfile), without sources. */
async function deploy(service: string, folder: string): Promise<void> {
  const options = ['--config.minimum-release-age=0', 'deploy', '--prod', '--legacy', folder];
  execFileSync('pnpm', ['--filter', `@xs2a/${service}`, ...options], { cwd: ROOT, stdio: 'pipe' });
  await bundleFolder(folder);
  for (const sources of ['src', ...globSync('node_modules/.pnpm/@xs2a*/node_modules/@xs2a/*/src', { cwd: folder })])
    rmSync(join(folder, sources), { recursive: true });
}

it.each([...PROGRAM_FOLDERS.keys()])(
  '%s starts from its bundle, with the libraries of its image alone',
  async (service) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'xs2a-image-'));
    const app = join(folder.path, 'app');
    await deploy(service, app);
    // Without settings it prints which ones are missing, or that it waits for its servers.
    const child = spawn(process.execPath, ['--expose-gc', 'bundle/main.js'], {
      cwd: app,
      env: {},
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    endWithThisProcess(child);
    const said: string[] = [];
    child.stderr.on('data', (part: Buffer) => said.push(part.toString()));
    const [line = ''] = (await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'close')])) as [
      unknown,
    ];
    expect(String(line), said.join('')).toMatch(new RegExp(`^\\{.*"service":"${service}"`));
    child.kill('SIGKILL');
  },
);

it('the commands of operators run from their bundle, with the libraries of their image alone', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'xs2a-image-'));
  const app = join(folder.path, 'app');
  await deploy('cli', app);
  const run = (...words: string[]) => spawnSync(process.execPath, ['bundle/main.js', ...words], { cwd: app, env: {} });
  expect(run('--help').stdout.toString()).toContain('psu report');
  // Loaded when it runs, with the libraries of bus and database. Nothing answers there.
  const env = { MONGO_URL: 'mongodb://127.0.0.1:9/?serverSelectionTimeoutMS=200' };
  const away = spawnSync(process.execPath, ['bundle/main.js', 'reconcile', '--without-bank'], { cwd: app, env });
  expect([away.status, away.stderr.toString()]).toEqual([3, expect.stringContaining('no database answers')]);
});
