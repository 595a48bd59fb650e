import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { freePort } from '../src/index.ts';

const run = promisify(execFile);
const INDEX = fileURLToPath(new URL('../src/index.ts', import.meta.url));

it('a port given to one test is given to no other within a minute, in this process or in another one', async () => {
  const script = `import { freePort } from ${JSON.stringify(INDEX)};
    for (let index = 0; index < 300; index++) console.log(await freePort());`;
  const others = Array.from({ length: 2 }, () => run(process.execPath, ['--input-type=module', '--eval', script]));
  const own = [];
  for (let index = 0; index < 300; index++) own.push(await freePort());
  const theirs = (await Promise.all(others)).flatMap(({ stdout }) => stdout.trim().split('\n').map(Number));
  expect(new Set([...own, ...theirs]).size).toBe(900);
});
