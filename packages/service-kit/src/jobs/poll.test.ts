import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Poll } from './poll.ts';

const context = new AsyncLocalStorage<string>();
const looks: { readonly atMs: number; readonly context: string | undefined }[] = [];
const MANNER = { oftenMs: 500, seldomMs: 2_000, expectedMs: 4_000 };
let poll: Poll;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  looks.splice(0);
  poll = new Poll(async () => void looks.push({ atMs: performance.now(), context: context.getStore() }), MANNER);
  poll.start();
});
afterEach(async () => {
  await poll.stop();
  vi.useRealTimers();
});

async function pass(ms: number): Promise<number> {
  const before = looks.length;
  await vi.advanceTimersByTimeAsync(ms);
  return looks.length - before;
}

describe('polling for work', () => {
  it('is frequent after the start, and slows down when nothing has come', async () => {
    expect(await pass(4_000)).toBe(8);
    expect(await pass(20_000)).toBe(10);
  });

  it('is frequent from the moment at which work is expected', async () => {
    await pass(24_100);
    poll.expect();
    expect(await pass(500)).toBe(1);
    expect(await pass(3_500)).toBe(7);
    expect(await pass(20_000)).toBe(10);
  });

  it('happens at once on request, and then continues as before', async () => {
    await pass(24_100);
    poll.again();
    expect(await pass(0)).toBe(1);
    expect(await pass(1_999)).toBe(0);
    expect(await pass(1)).toBe(1);
  });

  it('runs outside the request that expects the work, because its deadline differs', async () => {
    await pass(24_100);
    context.run('a request', () => poll.expect());
    await pass(1_000);
    expect(new Set(looks.map((look) => look.context))).toEqual(new Set([undefined]));
  });

  it('ends with the stop', async () => {
    await poll.stop();
    poll.expect();
    poll.again();
    expect(await pass(10_000)).toBe(0);
  });
});
