import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withProgress } from './with-progress.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('says what is done while it takes longer than three seconds, and nothing afterwards', async () => {
  const said: string[] = [];
  const done = Promise.withResolvers<number>();
  const work = withProgress(
    'reconcile',
    (line) => said.push(line),
    () => done.promise,
  );
  await vi.advanceTimersByTimeAsync(2_999);
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_001);
  expect(said).toEqual(['reconcile … 3 s', 'reconcile … 6 s']);
  done.resolve(1);
  expect(await work).toBe(1);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(said).toHaveLength(2);
});
