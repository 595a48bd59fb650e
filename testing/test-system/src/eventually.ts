/** Repeats a read until its result is as expected; for effects of other processes, with a timeout. */
export async function eventually<T>(
  look: () => Promise<T>,
  expected: (seen: T) => boolean,
  withinMs = 15_000,
): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (expected(seen)) return seen;
    if (Date.now() > until) throw new Error(`after ${withinMs} ms it is still ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
