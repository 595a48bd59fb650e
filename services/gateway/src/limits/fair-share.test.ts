import { describe, expect, it } from 'vitest';
import { FairShare } from './fair-share.ts';

const PER_SECOND = 50;
const [FLOODING, OTHER] = ['PSDHR-HNB-OTHER', 'PSDHR-HNB-SANDBOX'];

/** Creates a share with its own clock. */
function atClock(perSecond = PER_SECOND) {
  let now = 1_000_000;
  const share = new FairShare(
    () => perSecond,
    () => now,
  );
  return {
    share,
    pass: (ms: number): void => void (now += ms),
    /** Makes requests that are all in progress at the same time. */
    enterTimes: (caller: string, times: number, request = {}) =>
      Array.from({ length: times }, () => share.enter(caller, request)),
  };
}

const isAtOnce = ({ waitMs, refused }: { waitMs: number; refused: boolean }): boolean => waitMs === 0 && !refused;

describe('a single caller', () => {
  it('is never slowed down', () => {
    const { enterTimes } = atClock();
    expect(enterTimes(FLOODING, 1_000).every(isAtOnce)).toBe(true);
  });

  it('is not slowed down by another caller that was idle for ten seconds', () => {
    const { share, pass, enterTimes } = atClock();
    share.enter(OTHER);
    share.leave(OTHER);
    pass(10_001);
    expect(enterTimes(FLOODING, 1_000).every(isAtOnce)).toBe(true);
  });
});

describe('capped requests', () => {
  it('pass at the fair rate with its burst, regardless of their number and of other callers', () => {
    const { share, pass } = atClock();
    const turns = Array.from({ length: 400 }, () => {
      const turn = share.enter('192.0.2.7', { isCapped: true });
      share.leave('192.0.2.7');
      pass(5);
      return turn;
    });
    const started = turns.filter(({ refused }) => !refused).length;
    // Two seconds at the fair rate, a burst, and the waiting requests.
    expect(started).toBeGreaterThanOrEqual(2 * PER_SECOND);
    expect(started).toBeLessThanOrEqual(4 * PER_SECOND + 5);
  });
});

describe('a caller with more requests in progress than another active one', () => {
  it('gets its fair rate: a spread-out burst of one second, then one at a time', () => {
    const { share, enterTimes } = atClock();
    share.enter(OTHER);
    const turns = enterTimes(FLOODING, 200).filter(({ refused }) => !refused);
    // Four are not slowed down. Within the maximum wait of a second come a burst of 50 and another 50.
    expect(turns.length).toBeGreaterThanOrEqual(2 * PER_SECOND);
    expect(turns.length).toBeLessThanOrEqual(2 * PER_SECOND + 5);
    const starts = turns.map(({ waitMs }) => waitMs).slice(5);
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5 - 1e-6);
    expect(Math.max(...starts)).toBeLessThanOrEqual(1_000);
  });

  it('is refused beyond that after a pause, at most 200 times a second, and then without an answer', () => {
    const { share, enterTimes } = atClock();
    share.enter(OTHER);
    const refused = enterTimes(FLOODING, 2_000).filter((turn) => turn.refused);
    const answered = refused.filter(({ waitMs }) => waitMs > 0);
    expect(Math.min(...answered.map(({ waitMs }) => waitMs))).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...answered.map(({ waitMs }) => waitMs))).toBeLessThanOrEqual(5_000);
    expect(answered.length).toBeLessThanOrEqual(4 * 200 + 1);
    expect(refused.length).toBeGreaterThan(answered.length);
  });

  it('gets its fair rate and no more over a long time', () => {
    const { share, pass, enterTimes } = atClock();
    enterTimes(FLOODING, 64);
    let started = 0;
    for (let second = 0; second < 20; second++) {
      for (let tick = 0; tick < 100; tick++) {
        share.enter(OTHER);
        share.leave(OTHER);
        if (!share.enter(FLOODING).refused) started++;
        share.leave(FLOODING);
        pass(10);
      }
    }
    expect(started / 20).toBeGreaterThan(PER_SECOND - 5);
    expect(started / 20).toBeLessThan(PER_SECOND * 1.2);
  });

  it('does not slow down another that asks fast with few requests in progress', () => {
    const { share, enterTimes } = atClock();
    enterTimes(FLOODING, 500);
    for (let asked = 0; asked < 5_000; asked++) {
      expect(isAtOnce(share.enter(OTHER))).toBe(true);
      share.leave(OTHER);
    }
  });

  it('is charged for changes and large bodies as for several reads', () => {
    const started = (request: object): number => {
      const { share, enterTimes } = atClock();
      share.enter(OTHER);
      return enterTimes(FLOODING, 400, request).filter(({ refused }) => !refused).length;
    };
    expect(started({ changes: true })).toBeLessThan(started({}) / 2);
    expect(started({ changes: true, bytes: 6 * 1024 * 1024 })).toBeLessThan(10);
  });
});

describe('two callers with equally many requests in progress', () => {
  it('do not slow each other down', () => {
    const { share } = atClock();
    for (let asked = 0; asked < 200; asked++) {
      expect(isAtOnce(share.enter(FLOODING))).toBe(true);
      expect(isAtOnce(share.enter(OTHER))).toBe(true);
    }
  });
});

describe('a caller refused by another limit', () => {
  it('is refused here for the same time', () => {
    const { share, pass } = atClock();
    share.enter(OTHER);
    share.exhaust(OTHER, 500);
    expect(share.enter(OTHER).refused).toBe(true);
    pass(501);
    expect(share.enter(OTHER).refused).toBe(false);
  });
});

it('callers are told apart, and forgotten when there are too many', () => {
  const { share } = atClock();
  for (let caller = 0; caller < 30_000; caller++) {
    expect(isAtOnce(share.enter(`caller-${caller}`))).toBe(true);
    share.leave(`caller-${caller}`);
  }
});
