import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const REPLIES = fileURLToPath(new URL('../../../test/run-replies.ts', import.meta.url));
const MIB = 1_048_576;

it('a garbage collection of the young generation frees a reply that was read while others are pending (docs/performance.md)', () => {
  const output = execFileSync(process.execPath, ['--expose-gc', REPLIES], { encoding: 'utf8' });
  expect(Number(output)).toBeLessThan(4 * MIB);
});
