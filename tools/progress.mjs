// Plain JavaScript without dependencies: runs before anything is installed, on Node 18 and newer.

/** Work that takes longer is reported, and again after each such interval. */
const REPORT_EVERY_MS = 3_000;

/**
 * Reports work in progress after three seconds, and regularly from then on, with the time it has taken.
 * @template T
 * @param {string} what such as "Installing packages"
 * @param {(line: string) => void} say
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(what, say, work) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1_000);
  const timer = setInterval(() => say(`${what} … ${seconds()} s`), REPORT_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
