import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FairShare } from '../limits/fair-share.ts';
import { awaitTurn } from './await-turn.ts';

const PER_SECOND = 10;
/** With so many in hand a caller is not slowed down. */
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

/** Whether a request is begun at once, whose connection ends before or after its answer. */
function isBegun(how: 'left' | 'answered'): boolean {
  const { begin, end } = send();
  end(how);
  return begin.mock.calls.length > 0;
}

const begunOf = (end: 'left' | 'answered') => Array.from({ length: FLOOD }, () => isBegun(end)).filter(Boolean).length;

describe('a caller beside another one', () => {
  it('that leaves before each answer is slowed down, because what it began is still worked on', () => {
    expect(begunOf('left')).toBe(IN_HAND);
  });

  it('that sends one request after another is not', () => {
    expect(begunOf('answered')).toBe(FLOOD);
  });

  it('that waits for its turn is begun then, and not if it has left before', async () => {
    for (let inHand = 0; inHand < IN_HAND; inHand++) send();
    const [waits, leaves] = [send(), send()];
    expect(waits.begin).not.toHaveBeenCalled();
    leaves.end('left');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(waits.begin).toHaveBeenCalledWith(undefined);
    expect(leaves.begin).not.toHaveBeenCalled();
  });

  it('that has left has nothing in hand any more some time later', async () => {
    begunOf('left');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(isBegun('answered')).toBe(true);
  });
});
