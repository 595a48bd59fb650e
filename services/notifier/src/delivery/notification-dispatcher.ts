import {
  type Clock,
  type Log,
  Poll,
  runInContext,
  storedTraceparent,
  type Tracing,
  toScopeTime,
} from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { type DeliveryQueue, type QueuedNotification, SENT_MAX } from '../model/delivery-queue.ts';
import { type Delivery, postNotification } from './post-notification.ts';

/** Notices of a resource and its authorisations come from two services. After this time both have arrived. */
const SETTLE_MS = 1_000;
/** Polling interval while notices are expected, in milliseconds. */
const POLL_EVERY_MS = 250;
const IDLE_POLL_EVERY_MS = 1_000;
/** Time for which notices are expected after one was queued; longer than the settling time. */
const EXPECTED_MS = 3_000;
/** Longer than any delivery. After this time another replica may continue the queue of a killed one. */
const CLAIM_MS = 10_000;
const CONCURRENT_MAX = 64;
/** Leaves capacity for other TPPs if one is slow, regardless of its hosts. */
const CONCURRENT_PER_TPP_MAX = 4;

/** A queue with its first notification to send, and the end of the claim. */
type ClaimedQueue = Pick<DeliveryQueue, '_id' | 'tppId' | 'busyUntil' | 'waiting'>;

interface DispatcherParts {
  readonly queues: Collection<DeliveryQueue>;
  readonly now: Clock;
  readonly log: Log;
  readonly tracing?: Tracing | undefined;
  readonly delivery: Delivery;
  /** Counts deliveries by outcome. */
  readonly count: (outcome: string) => void;
}

/**
 * Sends queued notifications. The guarded write that claims a queue also removes its first notification before it is sent. So
 * even a killed replica has sent it at most once, and no other replica sends it again (decision 27).
 */
export class NotificationDispatcher {
  readonly #parts: DispatcherParts;
  /** Deliveries in progress, with the TPP of each. */
  readonly #deliveries = new Map<Promise<void>, string>();
  readonly #poll: Poll;
  #stopped = false;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#poll = new Poll(() => this.#sendOrLog(), {
      oftenMs: POLL_EVERY_MS,
      seldomMs: IDLE_POLL_EVERY_MS,
      expectedMs: EXPECTED_MS,
    });
  }

  start(): void {
    this.#poll.start();
  }

  /** Polls more often, because a notice was queued. */
  expect(): void {
    this.#poll.expect();
  }

  /** Waits for the deliveries in progress. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#poll.stop();
    await Promise.all(this.#deliveries.keys());
  }

  async #sendOrLog(): Promise<void> {
    try {
      await this.#sendDue();
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'delivery queues cannot be read');
    }
  }

  async #sendDue(): Promise<void> {
    while (!this.#stopped && this.#deliveries.size < CONCURRENT_MAX) {
      const claimed = await this.#claim();
      if (claimed === null) return;
      const delivery = this.#send(claimed).finally(() => {
        this.#deliveries.delete(delivery);
        this.#poll.expect();
        this.#poll.again();
      });
      this.#deliveries.set(delivery, claimed.tppId);
    }
  }

  /** Returns the queue as it was before its first notification was removed. */
  async #claim(): Promise<ClaimedQueue | null> {
    const now = this.#parts.now();
    const busyUntil = new Date(now.getTime() + CLAIM_MS);
    const claimed = await this.#parts.queues.findOneAndUpdate(
      {
        'waiting.0': { $exists: true },
        'waiting.0.at': { $lte: new Date(now.getTime() - SETTLE_MS) },
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
    for (const tppId of this.#deliveries.values()) counts.set(tppId, (counts.get(tppId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= CONCURRENT_PER_TPP_MAX).map(([tppId]) => tppId);
  }

  async #send({ waiting: [first], ...claimed }: ClaimedQueue): Promise<void> {
    if (first === undefined) return;
    const sent = storedTraceparent(first.traceparent ?? '');
    const span = this.#parts.tracing?.start('POST notification', 'client', sent, { 'http.request.method': 'POST' });
    const context = { requestId: first.id, traceparent: span?.traceparent ?? sent };
    const outcome = await runInContext(context, () => this.#post(claimed, first));
    span?.end({ 'xs2a.outcome': outcome, ...(outcome !== 'answered' && { 'error.type': outcome }) });
  }

  async #post({ _id, tppId, busyUntil }: Omit<ClaimedQueue, 'waiting'>, first: QueuedNotification): Promise<string> {
    const { queues, log, delivery, count, now } = this.#parts;
    const startedAt = performance.now();
    const result = await postNotification(delivery, first);
    const ms = Math.round(performance.now() - startedAt);
    count(result.outcome);
    log.info({ event: 'notification', tpp: tppId, requestId: first.id, ...result, ms }, 'notification');
    try {
      const at = toScopeTime(now(), { aheadMs: first.aheadMs ?? 0 });
      const sent = { id: first.id, sequence: first.sequence, at, outcome: result.outcome };
      const $push = { sent: { $each: [sent], $slice: -SENT_MAX } };
      await queues.updateOne({ _id, busyUntil }, { $set: { busyUntil: new Date(0) }, $push });
    } catch (error) {
      log.warn({ err: error }, 'a delivery queue stays claimed for some seconds');
    }
    return result.outcome;
  }
}
