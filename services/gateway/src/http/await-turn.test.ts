import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FairShare } from '../limits/fair-share.ts';
import { awaitTurn } from './await-turn.ts';

const PER_SECOND = 10;
/** Requests in progress up to which a caller is not slowed down. */
const IN_PROGRESS = 4;
const FLOOD = 50;

let turn: ReturnType<typeof awaitTurn>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const fairShare = new FairShare(() => PER_SECOND);
  fairShare.enter('somebody else');
  turn = awaitTurn({ fairShare, callers: { callerOf: () => 'one that floods' } });
});
afterEach(() => void vi.useRealTimers());

function send() {
  const response = Object.assign(new EventEmitter(), { writableFinished: false });
  const start = vi.fn<(error?: unknown) => void>();
  const request = { headers: {}, method: 'GET', socket: { destroy: () => undefined } };
  turn(request as unknown as Request, response as unknown as Response, start);
  const end = (end: 'left' | 'answered') =>
    Object.assign(response, { writableFinished: end === 'answered' }).emit('close');
  return { start, end };
}

/** Whether a request starts at once, if its connection ends before or after its answer. */
function isStarted(how: 'left' | 'answered'): boolean {
  const { start, end } = send();
  end(how);
  return start.mock.calls.length > 0;
}

const countStarted = (end: 'left' | 'answered') =>
  Array.from({ length: FLOOD }, () => isStarted(end)).filter(Boolean).length;

describe('a caller competing with another', () => {
  it('is slowed down if it disconnects before each answer, because its requests are still processed', () => {
    expect(countStarted('left')).toBe(IN_PROGRESS);
  });

  it('is not slowed down if it sends one request after another', () => {
    expect(countStarted('answered')).toBe(FLOOD);
  });

  it('is served when its turn comes, unless it has disconnected by then', async () => {
    for (let inProgress = 0; inProgress < IN_PROGRESS; inProgress++) send();
    const [waits, leaves] = [send(), send()];
    expect(waits.start).not.toHaveBeenCalled();
    leaves.end('left');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(waits.start).toHaveBeenCalledWith(undefined);
    expect(leaves.start).not.toHaveBeenCalled();
  });

  it('has no requests in progress some time after it disconnected', async () => {
    countStarted('left');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(isStarted('answered')).toBe(true);
  });
});
