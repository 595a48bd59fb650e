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

/** How a request ends: its caller leaves, or it is answered by a service or by the gateway alone. */
const ENDS = {
  left: { writableFinished: false, statusCode: 200 },
  answered: { writableFinished: true, statusCode: 200, endpoint: 'getConsentStatus' },
  refused: { writableFinished: true, statusCode: 401, endpoint: 'getConsentStatus' },
  'at no endpoint': { writableFinished: true, statusCode: 404 },
  'a page': { writableFinished: true, statusCode: 200 },
} as const;
type End = keyof typeof ENDS;

/** Whether a request is begun at once that ends so. */
function isBegun(end: End): boolean {
  const { endpoint, ...ended }: { endpoint?: string; writableFinished: boolean; statusCode: number } = ENDS[end];
  const response = Object.assign(new EventEmitter(), ended);
  let begun = false;
  const request = { headers: {}, method: 'GET', path: '/v1', endpoint, socket: { destroy: () => undefined } };
  turn(request as unknown as Request, response as unknown as Response, () => (begun = true));
  response.emit('close');
  return begun;
}

const begunOf = (end: End) => Array.from({ length: FLOOD }, () => isBegun(end)).filter(Boolean).length;

describe('a caller beside another one', () => {
  it('that leaves before each answer is slowed down, because what it began is still worked on', () => {
    expect(begunOf('left')).toBe(IN_HAND);
  });

  it('that sends one request after another is not', () => {
    expect(begunOf('answered')).toBe(FLOOD);
  });

  it.each<End>(['refused', 'at no endpoint', 'a page'])(
    'that floods is slowed down although each answer is sent before its next request comes: %s',
    (end) => {
      expect(begunOf(end)).toBe(IN_HAND);
    },
  );

  it('that is refused now and then is not', async () => {
    for (let request = 0; request < FLOOD; request++) {
      expect(isBegun('refused')).toBe(true);
      await vi.advanceTimersByTimeAsync(50);
    }
  });

  it('that has left has nothing in hand any more some time later', async () => {
    begunOf('left');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(isBegun('answered')).toBe(true);
  });
});
