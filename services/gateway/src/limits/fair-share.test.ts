import { describe, expect, it } from 'vitest';
import { FairShare } from './fair-share.ts';

const PER_SECOND = 50;
const [FLOODING, OTHER] = ['PSDHR-HNB-OTHER', 'PSDHR-HNB-SANDBOX'];

/** A share at a clock of its own. */
function atClock(perSecond = PER_SECOND) {
  let now = 1_000_000;
  const share = new FairShare(
    () => perSecond,
    () => now,
  );
  return {
    share,
    pass: (ms: number): void => void (now += ms),
    /** Requests that are all in hand at the same time. */
    enterTimes: (caller: string, times: number, request = {}) =>
      Array.from({ length: times }, () => share.enter(caller, request)),
  };
}

const isAtOnce = ({ waitMs, refused }: { waitMs: number; refused: boolean }): boolean => waitMs === 0 && !refused;

describe('a caller alone', () => {
  it('is never slowed down', () => {
    const { enterTimes } = atClock();
    expect(enterTimes(FLOODING, 1_000).every(isAtOnce)).toBe(true);
  });

  it('is not slowed down when the other one has not asked for ten seconds', () => {
    const { share, pass, enterTimes } = atClock();
    share.enter(OTHER);
    share.leave(OTHER);
    pass(10_001);
    expect(enterTimes(FLOODING, 1_000).every(isAtOnce)).toBe(true);
  });
});

describe('requests that are capped', () => {
  it('come at the fair rate with its burst, however few are in hand and whoever else asks', () => {
    const { share, pass } = atClock();
    const turns = Array.from({ length: 400 }, () => {
      const turn = share.enter('192.0.2.7', { isCapped: true });
      share.leave('192.0.2.7');
      pass(5);
      return turn;
    });
    const begun = turns.filter(({ refused }) => !refused).length;
    // Two seconds, a burst, and what waits for its turn.
    expect(begun).toBeGreaterThanOrEqual(2 * PER_SECOND);
    expect(begun).toBeLessThanOrEqual(4 * PER_SECOND + 5);
  });
});

describe('a caller with more requests in hand than another active one', () => {
  it('has its fair rate: the burst of a second, spread out, then one after the other', () => {
    const { share, enterTimes } = atClock();
    share.enter(OTHER);
    const turns = enterTimes(FLOODING, 200).filter(({ refused }) => !refused);
    // Four are not slowed down; in the second that a request may wait there is a burst of 50, and 50 more.
    expect(turns.length).toBeGreaterThanOrEqual(2 * PER_SECOND);
    expect(turns.length).toBeLessThanOrEqual(2 * PER_SECOND + 5);
    const starts = turns.map(({ waitMs }) => waitMs).slice(5);
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5 - 1e-6);
    expect(Math.max(...starts)).toBeLessThanOrEqual(1_000);
  });

  it('is refused beyond that after a pause, at most 200 times a second, and then not answered at all', () => {
    const { share, enterTimes } = atClock();
    share.enter(OTHER);
    const refused = enterTimes(FLOODING, 2_000).filter((turn) => turn.refused);
    const answered = refused.filter(({ waitMs }) => waitMs > 0);
    expect(Math.min(...answered.map(({ waitMs }) => waitMs))).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...answered.map(({ waitMs }) => waitMs))).toBeLessThanOrEqual(5_000);
    expect(answered.length).toBeLessThanOrEqual(4 * 200 + 1);
    expect(refused.length).toBeGreaterThan(answered.length);
  });

  it('gets its rate over a long time, and no more', () => {
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

  it('does not slow the other one down, however fast that one asks with few requests in hand', () => {
    const { share, enterTimes } = atClock();
    enterTimes(FLOODING, 500);
    for (let asked = 0; asked < 5_000; asked++) {
      expect(isAtOnce(share.enter(OTHER))).toBe(true);
      share.leave(OTHER);
    }
  });

  it('pays for changes and for large bodies as for several reads', () => {
    const started = (request: object): number => {
      const { share, enterTimes } = atClock();
      share.enter(OTHER);
      return enterTimes(FLOODING, 400, request).filter(({ refused }) => !refused).length;
    };
    expect(started({ changes: true })).toBeLessThan(started({}) / 2);
    expect(started({ changes: true, bytes: 6 * 1024 * 1024 })).toBeLessThan(10);
  });
});

describe('two callers with as much in hand', () => {
  it('do not slow each other down', () => {
    const { share } = atClock();
    for (let asked = 0; asked < 200; asked++) {
      expect(isAtOnce(share.enter(FLOODING))).toBe(true);
      expect(isAtOnce(share.enter(OTHER))).toBe(true);
    }
  });
});

describe('a caller that another limit has refused', () => {
  it('is refused here until then', () => {
    const { share, pass } = atClock();
    share.enter(OTHER);
    share.exhaust(OTHER, 500);
    expect(share.enter(OTHER).refused).toBe(true);
    pass(501);
    expect(share.enter(OTHER).refused).toBe(false);
  });
});

it('callers in any number are told apart, and forgotten when there are too many', () => {
  const { share } = atClock();
  for (let caller = 0; caller < 30_000; caller++) {
    expect(isAtOnce(share.enter(`caller-${caller}`))).toBe(true);
    share.leave(`caller-${caller}`);
  }
});
