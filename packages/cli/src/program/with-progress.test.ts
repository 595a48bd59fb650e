import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Progress } from '../command/command.ts';
import { withProgress } from './with-progress.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** What was written, each line without what clears the one before. */
function begin(work: (progress: Progress) => Promise<unknown>): { said: string[]; done: Promise<unknown> } {
  const said: string[] = [];
  return { said, done: withProgress('reconcile', (text) => said.push(text.replace('\r\x1b[K', '')), work) };
}

it('says how far it is once it takes three seconds, and clears the line when it is done', async () => {
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

it('says it too where the work lets no timer run', async () => {
  const { said, done } = begin((progress) => {
    vi.setSystemTime(Date.now() + 3_000);
    progress('2 lists');
    progress('3 lists');
    return Promise.resolve();
  });
  await done;
  expect(said).toEqual(['reconcile … 2 lists, 3 s', '']);
});

it('writes nothing for work that is done sooner', async () => {
  const { said, done } = begin((progress) => {
    progress('2 lists');
    return Promise.resolve();
  });
  await done;
  expect(said).toEqual([]);
});
