/** Documents with messages in progress to one receiver at once, so that a single hanging message does not block the receiver. */
const CONCURRENT_MAX = 2;

interface ForReceiver {
  readonly receiver: string;
}

/** Processes all receivers concurrently, with few messages for each, so that a hanging receiver does not delay the others. */
export class ReceiverLanes {
  readonly #busy = new Set<string>();

  /** Receivers that are still busy with an earlier round. */
  get busy(): readonly string[] {
    return [...this.#busy];
  }

  /** Runs one round for all receivers that are not busy. Returns how often `work` was true. */
  async each<One extends ForReceiver>(waiting: readonly One[], work: (one: One) => Promise<boolean>): Promise<number> {
    const free = waiting.filter(({ receiver }) => !this.#busy.has(receiver));
    const rounds = [...Map.groupBy(free, ({ receiver }) => receiver)].map(async ([receiver, ones]) => {
      this.#busy.add(receiver);
      const next = ones.values();
      const lanes = await Promise.allSettled(Array.from({ length: CONCURRENT_MAX }, () => processInOrder(next, work)));
      this.#busy.delete(receiver);
      return lanes;
    });
    const lanes = (await Promise.all(rounds)).flat();
    const failed = lanes.find((lane) => lane.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return lanes.reduce((sum, lane) => sum + (lane.status === 'fulfilled' ? lane.value : 0), 0);
  }
}

/** Processes items one after the other; several lanes share the same iterator. */
async function processInOrder<One>(ones: Iterable<One>, work: (one: One) => Promise<boolean>): Promise<number> {
  let taken = 0;
  for (const one of ones) if (await work(one)) taken++;
  return taken;
}
