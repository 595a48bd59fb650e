import { getHeapStatistics } from 'node:v8';

const CHECK_EVERY_MS = 1_000;
/** Consecutive checks without a new request. */
const QUIET_CHECKS = 5;
/** Minimum number of bytes of garbage that justifies a pause. */
const WORTH_BYTES = 8 * 1_024 * 1_024;

/** Runs a full collection and releases the freed pages, which a regular collection keeps (docs/performance.md). Needs --expose-gc. */
export function collectAll(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Releases memory after a burst. V8 keeps its peak memory and only checks again when there is new work. `asked` counts the
 * requests of the process so far: under steady load nothing is collected, because a collection is a pause.
 */
export function collectWhenQuiet(asked: () => number, everyMs = CHECK_EVERY_MS): Disposable {
  let seen = asked();
  let quietChecks = 0;
  let left = getHeapStatistics().total_physical_size;
  const look = (): void => {
    const now = asked();
    quietChecks = now === seen ? quietChecks + 1 : 0;
    seen = now;
    if (quietChecks < QUIET_CHECKS || getHeapStatistics().total_physical_size - left < WORTH_BYTES) return;
    collectAll();
    left = getHeapStatistics().total_physical_size;
    quietChecks = 0;
  };
  const timer = setInterval(look, everyMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
