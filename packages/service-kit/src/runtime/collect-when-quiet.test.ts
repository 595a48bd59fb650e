import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const BURST = fileURLToPath(new URL('../../test/run-burst.ts', import.meta.url));
/** Heap size in MiB at each time. */
type Heap = Readonly<Record<'before' | 'peak' | 'busy' | 'quiet', number>>;

it('releases the memory of a burst once no requests come, and not before', () => {
  const output = execFileSync(process.execPath, ['--expose-gc', BURST], { encoding: 'utf8' });
  const { before, peak, busy, quiet } = JSON.parse(output) as Heap;
  expect(peak).toBeGreaterThan(before + 20);
  expect(busy).toBeGreaterThan(before + 20);
  expect(quiet).toBeLessThan(before + 8);
});
