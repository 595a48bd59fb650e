/** Parts of bulks whose payees a process asks for at once. */
const PARTS_AT_ONCE = 2;

const waiting: (() => void)[] = [];
let taken = 0;

/**
 * Does the work on a part of a bulk when it is its turn. Bulks take turns part by part, so that a short one does not wait for a
 * long one.
 */
export async function inTurn<Done>(work: () => Promise<Done>): Promise<Done> {
  if (taken < PARTS_AT_ONCE) taken += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) taken -= 1;
    else next();
  }
}
