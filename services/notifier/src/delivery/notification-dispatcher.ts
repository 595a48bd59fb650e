import type { Clock, Log } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { Lane } from '../model/delivery-queue.ts';
import { postNotification, type Sending } from './post-notification.ts';

/** Statuses of a resource and of its authorisations come from two rooms: within that time both have told theirs. */
const GATHERED_MS = 1_000;
const LOOK_EVERY_MS = 250;
/** Longer than a message may take: a lane whose courier was killed goes on after it, with the message that follows. */
const BUSY_MS = 10_000;
const AT_ONCE_MAX = 64;
/** So that one slow TPP, whatever hosts it names, leaves room for the others. */
const AT_ONCE_OF_TPP_MAX = 4;

/** A lane with the message to send as its first, and until when it is claimed. */
type Claimed = Pick<Lane, '_id' | 'tppId' | 'busyUntil' | 'waiting'>;

export interface CourierKit {
  readonly lanes: Collection<Lane>;
  readonly now: Clock;
  readonly log: Log;
  readonly sending: Sending;
  /** Counts what became of a message. */
  readonly count: (outcome: string) => void;
}

/**
 * Sends what waits in the lanes. A message is taken out of its lane by the guarded write that claims it, before anything is
 * sent: a courier that is killed then has sent it once or never, and nobody sends it again (field guide 10).
 */
export class Courier {
  readonly #kit: CourierKit;
  readonly #sending = new Map<Promise<void>, string>();
  #looking: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(kit: CourierKit) {
    this.#kit = kit;
  }

  onApplicationBootstrap(): void {
    this.#lookSoon(0);
  }

  /** What is on its way is waited for. */
  async onModuleDestroy(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#sending.keys());
  }

  #lookSoon(pauseMs = LOOK_EVERY_MS): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#looking
        .then(() => this.#sendDue())
        .catch((error: unknown) => this.#kit.log.warn({ err: error }, 'lanes could not be looked at'))
        .then(() => this.#lookSoon());
    }, pauseMs);
  }

  async #sendDue(): Promise<void> {
    while (!this.#stopped && this.#sending.size < AT_ONCE_MAX) {
      const claimed = await this.#claim();
      if (claimed === null) return;
      const sent = this.#send(claimed).finally(() => {
        this.#sending.delete(sent);
        this.#lookSoon(0);
      });
      this.#sending.set(sent, claimed.tppId);
    }
  }

  /** A lane as it was: its first message is out of it now, and the lane is this courier's for a while. */
  async #claim(): Promise<Claimed | null> {
    const now = this.#kit.now();
    const busyUntil = new Date(now.getTime() + BUSY_MS);
    const claimed = await this.#kit.lanes.findOneAndUpdate(
      {
        'waiting.0': { $exists: true },
        'waiting.0.at': { $lte: new Date(now.getTime() - GATHERED_MS) },
        busyUntil: { $lte: now },
        tppId: { $nin: this.#busyTpps() },
      },
      { $pop: { waiting: -1 }, $set: { busyUntil } },
      { sort: { 'waiting.0.at': 1 }, returnDocument: 'before' },
    );
    return claimed && { ...claimed, busyUntil };
  }

  #busyTpps(): string[] {
    const counts = new Map<string, number>();
    for (const tppId of this.#sending.values()) counts.set(tppId, (counts.get(tppId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= AT_ONCE_OF_TPP_MAX).map(([tppId]) => tppId);
  }

  async #send({ _id, tppId, busyUntil, waiting: [first] }: Claimed): Promise<void> {
    if (first === undefined) return;
    const { lanes, log, sending, count } = this.#kit;
    const startedAt = performance.now();
    const posted = await postNotification(sending, first);
    const ms = Math.round(performance.now() - startedAt);
    count(posted.outcome);
    log.info({ event: 'notification', tpp: tppId, requestId: first.id, ...posted, ms }, 'notification');
    try {
      await lanes.updateOne({ _id, busyUntil }, { $set: { busyUntil: new Date(0) } });
    } catch (error) {
      log.warn({ err: error }, 'lane left busy for some seconds');
    }
  }
}
