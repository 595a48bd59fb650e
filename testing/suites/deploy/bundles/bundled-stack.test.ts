import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundleFolder } from '../../../../tools/bundle/bundle-folder.ts';
import { ROOT } from '../../../../tools/programs.ts';

const MAIN = `import { createLog, traceIdOf } from '@xs2a/service-kit';
  const log = createLog('consent', 'info', { write: (line: string) => process.stdout.write(line) });
  try {
    traceIdOf({} as never);
  } catch (err) {
    log.error({ err });
  }
  process.exit(0);`;

it('a stack that a bundled service logs names the sources', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'xs2a-stack-'));
  mkdirSync(join(folder.path, 'src'));
  writeFileSync(join(folder.path, 'src', 'main.ts'), MAIN);
  symlinkSync(join(ROOT, 'node_modules'), join(folder.path, 'node_modules'));
  await bundleFolder(folder.path);
  const line = execFileSync(process.execPath, [join(folder.path, 'bundle', 'main.js')], { encoding: 'utf8' });
  const { err } = JSON.parse(line) as { err: { stack: string } };
  expect(err.stack).toMatch(/packages\/service-kit\/src\/context\/request-context\.ts:\d+\b/);
  expect(err.stack).not.toContain('/bundle/');
});
