import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('a machine without a container engine is no failure, and the total says that nothing was run', async () => {
  const env = { ...process.env, DOCKER_HOST: 'unix:///nowhere/docker.sock' };
  const script = join(import.meta.dirname, 'run.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=source', script], { env });
  expect(stdout).toBe('not run: no container engine; 0 rules were looked at\n');
});
