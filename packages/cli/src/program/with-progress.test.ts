import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Progress } from '../command/command.ts';
import { withProgress } from './with-progress.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Returns the written lines without the sequences that clear them. */
function begin(work: (progress: Progress) => Promise<unknown>): { said: string[]; done: Promise<unknown> } {
  const said: string[] = [];
  return { said, done: withProgress('reconcile', (text) => said.push(text.replace('\r\x1b[K', '')), work) };
}

it('progress is reported once work takes three seconds, and the line is cleared at its end', async () => {
  const work = Promise.withResolvers<number>();
  const { said, done } = begin((progress) => {
    progress('check 1 of 12');
    return work.promise;
  });
  await vi.advanceTimersByTimeAsync(2_999);
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(said).toEqual(['reconcile … check 1 of 12, 3 s', 'reconcile … check 1 of 12, 4 s']);
  work.resolve(1);
  expect(await done).toBe(1);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(said.slice(2)).toEqual(['']);
});

it('progress is also reported for work that blocks all timers', async () => {
  const { said, done } = begin((progress) => {
    vi.setSystemTime(Date.now() + 3_000);
    progress('2 lists');
    progress('3 lists');
    return Promise.resolve();
  });
  await done;
  expect(said).toEqual(['reconcile … 2 lists, 3 s', '']);
});

it('work that ends sooner is not reported', async () => {
  const { said, done } = begin((progress) => {
    progress('2 lists');
    return Promise.resolve();
  });
  await done;
  expect(said).toEqual([]);
});
