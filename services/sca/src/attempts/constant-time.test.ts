import { setTimeout as after } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inConstantTime } from './constant-time.ts';

async function msOf(outcome: 'right' | 'wrong', workMs: number): Promise<number> {
  const startedAt = performance.now();
  await inConstantTime(
    (judged) => judged === 'wrong',
    async () => {
      if (workMs > 0) await after(workMs);
      return outcome;
    },
  );
  return performance.now() - startedAt;
}

it('a failure is answered at a multiple of a fixed interval, however long the verification took (RTS 2018/389, Art. 4)', async () => {
  const [none, some, longer] = await Promise.all([msOf('wrong', 0), msOf('wrong', 60), msOf('wrong', 260)]);
  // Platform timers may fire a millisecond early.
  expect(Math.min(none, some)).toBeGreaterThan(248);
  expect(longer).toBeGreaterThan(498);
});

it('a success is answered before an earlier failure', async () => {
  const order: string[] = [];
  const note = (name: string) => () => void order.push(name);
  await Promise.all([msOf('wrong', 0).then(note('refused')), msOf('right', 20).then(note('right'))]);
  expect(order).toEqual(['right', 'refused']);
});
