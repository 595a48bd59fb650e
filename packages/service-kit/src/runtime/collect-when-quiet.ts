import { getHeapStatistics } from 'node:v8';

const LOOK_EVERY_MS = 1_000;
/** Looks in a row without a new request. */
const QUIET_LOOKS = 5;
/** Minimum amount of garbage that is worth a pause. */
const WORTH_BYTES = 8 * 1_024 * 1_024;

/** Collects everything that nobody uses, and gives its pages back; a regular collection keeps them (docs/performance.md). Needs --expose-gc. */
export function collectAll(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Gives memory back after a burst. V8 keeps what it needed at the peak, and looks again only when there is new work. `asked`
 * counts the requests of the process so far: under steady load nothing is collected, because the collection is a pause.
 */
export function collectWhenQuiet(asked: () => number, everyMs = LOOK_EVERY_MS): Disposable {
  let seen = asked();
  let quietLooks = 0;
  let left = getHeapStatistics().total_physical_size;
  const look = (): void => {
    const now = asked();
    quietLooks = now === seen ? quietLooks + 1 : 0;
    seen = now;
    if (quietLooks < QUIET_LOOKS || getHeapStatistics().total_physical_size - left < WORTH_BYTES) return;
    collectAll();
    left = getHeapStatistics().total_physical_size;
    quietLooks = 0;
  };
  const timer = setInterval(look, everyMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
