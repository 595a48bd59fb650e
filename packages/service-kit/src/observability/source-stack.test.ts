import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { stackInSources } from './source-stack.ts';

it('a logged stack names the sources, and no service keeps maps of them for that', async () => {
  const index = fileURLToPath(new URL('../../dist/index.js', import.meta.url));
  const program = `const { createLog, traceIdOf } = await import(${JSON.stringify(index)});
    const log = createLog('test', 'info', { write: (line) => process.stdout.write(line) });
    try {
      traceIdOf({});
    } catch (err) {
      log.error({ err });
    }
    process.exit(0);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  const { err } = JSON.parse(stdout) as { err: { stack: string } };
  expect(err.stack).toMatch(/packages\/service-kit\/src\/context\/request-context\.ts:\d+:\d+/);
  expect(err.stack).not.toContain('/dist/context/');
});

it.each([
  'Error: x\n    at f (file:///nowhere/a.js:1:2)',
  'Error: x\n    at new Promise (<anonymous>)\n    at node:internal/process/task_queues:103:5',
  'file:///nowhere/%zz.js:1:2',
])('what has no map stays as it is: %j', (stack) => {
  expect(stackInSources(stack)).toBe(stack);
});
