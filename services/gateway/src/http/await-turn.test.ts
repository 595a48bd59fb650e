import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FairShare } from '../limits/fair-share.ts';
import { awaitTurn } from './await-turn.ts';

const PER_SECOND = 10;
/** Requests in progress up to which a caller is not slowed down. */
const IN_HAND = 4;
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
  const begin = vi.fn<(error?: unknown) => void>();
  const request = { headers: {}, method: 'GET', socket: { destroy: () => undefined } };
  turn(request as unknown as Request, response as unknown as Response, begin);
  const end = (end: 'left' | 'answered') =>
    Object.assign(response, { writableFinished: end === 'answered' }).emit('close');
  return { begin, end };
}

/** Whether a request starts at once, if its connection ends before or after its answer. */
function isBegun(how: 'left' | 'answered'): boolean {
  const { begin, end } = send();
  end(how);
  return begin.mock.calls.length > 0;
}

const begunOf = (end: 'left' | 'answered') => Array.from({ length: FLOOD }, () => isBegun(end)).filter(Boolean).length;

describe('a caller competing with another', () => {
  it('is slowed down if it disconnects before each answer, because its requests are still processed', () => {
    expect(begunOf('left')).toBe(IN_HAND);
  });

  it('is not slowed down if it sends one request after another', () => {
    expect(begunOf('answered')).toBe(FLOOD);
  });

  it('is served when its turn comes, unless it has disconnected by then', async () => {
    for (let inHand = 0; inHand < IN_HAND; inHand++) send();
    const [waits, leaves] = [send(), send()];
    expect(waits.begin).not.toHaveBeenCalled();
    leaves.end('left');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(waits.begin).toHaveBeenCalledWith(undefined);
    expect(leaves.begin).not.toHaveBeenCalled();
  });

  it('has no requests in progress some time after it disconnected', async () => {
    begunOf('left');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(isBegun('answered')).toBe(true);
  });
});
