import type { Progress } from '../command/command.ts';

/** Milliseconds before which finished work is not reported. */
const FIRST_AFTER_MS = 3_000;
const THEN_EVERY_MS = 1_000;
/** The line overwrites the previous one, and is removed at the end of the work. */
const CLEAR = '\r\x1b[K';

/** Reports the name of the work, its count and its seconds once it takes more than three seconds. */
export async function withProgress<T>(
  what: string,
  write: (text: string) => void,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const startedAt = Date.now();
  let newest = '';
  let shownAt = 0;
  const show = (): void => {
    const now = Date.now();
    if (now - startedAt < FIRST_AFTER_MS || now - shownAt < THEN_EVERY_MS) return;
    shownAt = now;
    const seconds = `${Math.round((now - startedAt) / 1_000)} s`;
    write(`${CLEAR}${what} … ${newest === '' ? seconds : `${newest}, ${seconds}`}`);
  };
  const timer = setInterval(show, THEN_EVERY_MS);
  try {
    // Work that never waits blocks timers, so its progress is shown at once.
    return await work((count) => {
      newest = count;
      show();
    });
  } finally {
    clearInterval(timer);
    if (shownAt > 0) write(CLEAR);
  }
}
