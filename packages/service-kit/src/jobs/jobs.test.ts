import { describe, expect, it, vi } from 'vitest';
import { gate } from '../../test/echo-service.ts';
import { useOrdersDatabase } from '../../test/orders.ts';
import { createLog, currentContext, isStopping, Jobs } from '../index.ts';

const database = useOrdersDatabase();

function owner(): Jobs {
  return new Jobs(database.db.collection('leases'), createLog('payments', 'silent'));
}
const leaseOf = (job: string): Promise<{ until: Date; fence: number } | null> =>
  database.db.collection<{ _id: string; until: Date; fence: number }>('leases').findOne({ _id: job });

describe('a job', () => {
  it('is run by one of two replicas for as long as that one lives', async () => {
    const runs: string[] = [];
    const replicas = { left: owner(), right: owner() };
    for (const [name, jobs] of Object.entries(replicas)) jobs.every('tidy', 200, async () => void runs.push(name));
    await expect.poll(() => runs.length).toBeGreaterThanOrEqual(6);
    expect(new Set(runs).size).toBe(1);
    await Promise.all([replicas.left.stop(), replicas.right.stop()]);
  });

  it('is taken over with a higher fence when its holder is gone', async () => {
    const runs: string[] = [];
    const holder = owner();
    holder.every('inherited', 100, async () => void runs.push('holder'));
    await expect.poll(() => runs.length).toBeGreaterThan(0);
    await holder.stop();
    const fence = (await leaseOf('inherited'))?.fence ?? 0;
    const heir = owner();
    heir.every('inherited', 100, async () => void runs.push('heir'));
    await expect.poll(() => runs).toContain('heir');
    expect((await leaseOf('inherited'))?.fence).toBeGreaterThan(fence);
    await heir.stop();
  });

  it('that fails is retried and does not end the process', async () => {
    let attempts = 0;
    const jobs = owner();
    jobs.every('failing', 100, () => {
      attempts++;
      return Promise.reject(new Error('no'));
    });
    await expect.poll(() => attempts).toBeGreaterThanOrEqual(3);
    await jobs.stop();
  });

  it('runs under its own request id', async () => {
    const seen: string[] = [];
    const jobs = owner();
    jobs.every('traced', 50, async () => void seen.push(currentContext().requestId, currentContext().requestId));
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(4);
    await jobs.stop();
    expect(seen[0]).toBe(seen[1]);
    expect(seen[2]).not.toBe(seen[0]);
  });

  it('runs at once on command, and an unknown job is refused', async () => {
    let runs = 0;
    const jobs = owner();
    jobs.every('told', 3_600_000, async () => void runs++);
    await jobs.runNow('told');
    expect(runs).toBe(1);
    await expect(jobs.runNow('unheard')).rejects.toThrow('unheard');
    await jobs.stop();
  });

  it('started by command also covers the work that a periodic run has taken up', async () => {
    const held = gate();
    const order: string[] = [];
    const jobs = owner();
    jobs.every('shared', 3_600_000, async () => {
      const isFirst = order.push('begun') === 1;
      if (isFirst) await held.passed;
      order.push(isFirst ? 'periodic run done' : 'told run done');
    });
    await expect.poll(() => order.length).toBe(1);
    const told = jobs.runNow('shared').then(() => order.push('answered'));
    await expect.poll(() => order).toContain('told run done');
    held.open();
    await told;
    expect(order).toEqual(['begun', 'begun', 'told run done', 'periodic run done', 'answered']);
    await jobs.stop();
  });

  it('in progress is waited for at shutdown, and none starts after it', async () => {
    const held = gate();
    let started = 0;
    const jobs = owner();
    jobs.every('held', 50, async () => {
      started++;
      await held.passed;
    });
    await expect.poll(() => started).toBe(1);
    let stopped = false;
    const stop = jobs.stop().then(() => (stopped = true));
    await database.db.command({ ping: 1 });
    expect(stopped).toBe(false);
    held.open();
    await stop;
    jobs.every('late', 10, async () => void started++);
    await database.db.command({ ping: 1 });
    expect(started).toBe(1);
  });

  it('can stop between two documents when the process ends', async () => {
    const [begun, held] = [gate(), gate()];
    const done: number[] = [];
    const jobs = owner();
    jobs.every('many', 50, async () => {
      for (const document of [1, 2, 3]) {
        if (isStopping()) return;
        begun.open();
        await held.passed;
        done.push(document);
      }
    });
    await begun.passed;
    const stopped = jobs.stop();
    held.open();
    await stopped;
    expect(done).toEqual([1]);
  });

  it('that takes too long is abandoned, so that the process can end', async () => {
    const [begun, held] = [gate(), gate()];
    const lines: string[] = [];
    const log = createLog('payments', 'warn', { write: (line) => void lines.push(line) });
    const jobs = new Jobs(database.db.collection('leases'), log);
    jobs.every('endless', 50, async () => {
      begun.open();
      await held.passed;
    });
    await begun.passed;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const stopped = jobs.stop();
      await vi.advanceTimersByTimeAsync(10_000);
      await stopped;
    } finally {
      vi.useRealTimers();
      held.open();
    }
    expect(lines.map((line) => (JSON.parse(line) as { job?: string }).job)).toEqual(['endless']);
  });
});
