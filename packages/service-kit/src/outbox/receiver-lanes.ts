/** Documents with messages under way to one receiver at once: where one message alone hangs, others reach the receiver. */
const AT_ONCE = 2;

interface ForReceiver {
  readonly receiver: string;
}

/** Works for all receivers at once, little for each: one that hangs holds up nothing that is for another. */
export class ReceiverLanes {
  readonly #busy = new Set<string>();

  /** Receivers for which an earlier round has not ended. */
  get busy(): readonly string[] {
    return [...this.#busy];
  }

  /** One round for all receivers but the busy ones. Returns how much `work` says was taken up. */
  async each<One extends ForReceiver>(waiting: readonly One[], work: (one: One) => Promise<boolean>): Promise<number> {
    const free = waiting.filter(({ receiver }) => !this.#busy.has(receiver));
    const rounds = [...Map.groupBy(free, ({ receiver }) => receiver)].map(async ([receiver, ones]) => {
      this.#busy.add(receiver);
      const next = ones.values();
      const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => workThrough(next, work)));
      this.#busy.delete(receiver);
      return lanes;
    });
    const lanes = (await Promise.all(rounds)).flat();
    const failed = lanes.find((lane) => lane.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return lanes.reduce((sum, lane) => sum + (lane.status === 'fulfilled' ? lane.value : 0), 0);
  }
}

/** One after the other, while other lanes take theirs of the same ones. */
async function workThrough<One>(ones: Iterable<One>, work: (one: One) => Promise<boolean>): Promise<number> {
  let taken = 0;
  for (const one of ones) if (await work(one)) taken++;
  return taken;
}
