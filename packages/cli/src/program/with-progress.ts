/** Work that takes longer is reported, and again after as long. */
const REPORT_EVERY_MS = 3_000;

/** Says what is done as soon as it takes more than three seconds, with the time it has taken, until it is done. */
export async function withProgress<T>(what: string, say: (line: string) => void, work: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  const timer = setInterval(() => say(`${what} … ${Math.round((Date.now() - startedAt) / 1_000)} s`), REPORT_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
