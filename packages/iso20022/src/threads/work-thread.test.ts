import { pain001 } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { readInitiationInThread, ThreadLimitPassed, WorkThread, XmlRefusal } from '../index.ts';

const LIMITS = { bytesMax: 6 * 1024 * 1024, transactionsMax: 10_000, blocksMax: 100 };
const FILE = new URL('../../test/loop-thread.ts', import.meta.url);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
type Work = 'answer' | 'loop' | 'grow' | 'fail';

function thread(limits: { msMax?: number; waitingMax?: number } = {}): WorkThread<Work, string> {
  return new WorkThread(FILE, { msMax: 10_000, heapMiBMax: 32, waitingMax: 8, idleMs: 1_000, ...limits });
}

describe('a work thread', () => {
  it('returns the content of a message, or its faults', async () => {
    const text = pain001({ blocks: [{ transfers: [{ amount: '1.00' }] }] });
    const { messageId, blocks } = await readInitiationInThread(bytes(text), LIMITS);
    expect([messageId, blocks[0]?.transfers[0]?.amount]).toEqual(['M-1', '1.00']);
    const broken = readInitiationInThread(bytes(text.replace('TRF', 'XXX')), LIMITS);
    await expect(broken).rejects.toBeInstanceOf(XmlRefusal);
    await expect(broken).rejects.toMatchObject({ path: '/Document/CstmrCdtTrfInitn/PmtInf/PmtMtd' });
  });

  it.each([
    ['loop', 'time'],
    ['grow', 'memory'],
  ] as const)(
    'is ended when a piece of work would %s without end, and the next piece has a new one',
    async (work, limit) => {
      const own = thread(work === 'loop' ? { msMax: 3_000 } : {});
      await expect(own.run(work)).rejects.toMatchObject({ limit });
      expect(await own.run('answer')).toBe('answer');
      await own.stop();
    },
  );

  it('that fails reports it, and the next piece of work gets a new thread', async () => {
    const own = thread();
    await expect(own.run('fail')).rejects.toThrow('failed');
    expect(await own.run('answer')).toBe('answer');
    await own.stop();
  });

  it('processes one piece at a time, and refuses pieces beyond the maximum queue length', async () => {
    const own = thread({ waitingMax: 2 });
    const work = [own.run('answer'), own.run('answer'), own.run('answer')];
    await expect(own.run('answer')).rejects.toBeInstanceOf(ThreadLimitPassed);
    expect(await Promise.all(work)).toEqual(['answer', 'answer', 'answer']);
    expect(await own.run('answer')).toBe('answer');
    await own.stop();
  });
});
