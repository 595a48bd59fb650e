import { setTimeout } from 'node:timers/promises';
import { type Situation, serviceOf, Xs2aError } from '@xs2a/contracts';
import type { Collection, Filter, UpdateFilter } from 'mongodb';
import type { Bus } from '../bus/bus.ts';
import { MessageTooLarge } from '../bus/failed-ask.ts';
import type { Clock } from '../clock.ts';
import { currentContext, runInContext, storedTraceparent, traceIdOf } from '../context/request-context.ts';
import { toScopeTime } from '../context/work-scopes.ts';
import { Poll } from '../jobs/poll.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Database } from '../storage/database.ts';
import { hasQueue, type Queue, type StoredCollection } from '../storage/stored-collection.ts';
import { backoffMs } from './backoff.ts';
import { DEAD_LETTERS, type DeadLetter } from './dead-letters.ts';
import { onMessages } from './expect-messages.ts';
import { DELIVERED_MAX, type Delivered, type OutboxEntry } from './outbox-entry.ts';
import { ReceiverLanes } from './receiver-lanes.ts';

/** Milliseconds between two sweeps while this process expects messages, and otherwise. */
const SWEEP_EVERY_MS = 500;
const IDLE_SWEEP_EVERY_MS = 2_000;
/** Milliseconds within which a message that its request did not deliver becomes due ({@link outboxEntry}) and is swept. */
const EXPECTED_MS = 4_000;
const SWEEP_DOCUMENTS_MAX = 100;

/** Errors that say nothing about the message: a retry shortly after succeeds. */
const TEMPORARY = new Set<Situation>(['statusConflict', 'requestInFlight']);

type Sender = { _id: string } & { [queue in Queue]?: OutboxEntry[] | undefined };

/** A document whose oldest message is due, and the receiver of that message. */
interface Due {
  readonly stored: StoredCollection;
  readonly _id: string;
  readonly receiver: string;
}

/** Handles the reply to a message of a document. If it throws, the message is sent again. */
type OnReply = (documentId: string, reply: unknown) => Promise<void>;

/** Range of all subjects of a service: its name and a period. In ASCII, the slash follows the period. */
function subjectsOf(receiver: string): { $gte: string; $lt: string } {
  return { $gte: `${receiver}.`, $lt: `${receiver}/` };
}

/**
 * Delivers the outbox entries of documents, in order for each document, until the receiver acknowledges them. A repeated delivery
 * is harmless because every receiver is idempotent.
 */
export class OutboxSender {
  readonly #bus: Bus;
  readonly #database: Database;
  readonly #now: Clock;
  readonly #log: Log;
  readonly #metrics: Metrics;
  readonly #stored: readonly StoredCollection[];
  readonly #queue: Queue;
  readonly #sweeps: Poll;
  readonly #lanes = new ReceiverLanes();
  readonly #replied = new Map<string, OnReply>();
  /** Sweeps in progress. */
  readonly #underWay = new Set<Promise<void>>();
  #stopped = false;

  constructor(kit: { bus: Bus; database: Database; now: Clock; log: Log; metrics: Metrics }, queue: Queue = 'outbox') {
    this.#bus = kit.bus;
    this.#database = kit.database;
    this.#now = kit.now;
    this.#log = kit.log;
    this.#metrics = kit.metrics;
    this.#stored = kit.database.stored.filter((stored) => hasQueue(stored, queue));
    this.#queue = queue;
    this.#sweeps = new Poll(() => this.#look(), {
      oftenMs: SWEEP_EVERY_MS,
      seldomMs: IDLE_SWEEP_EVERY_MS,
      expectedMs: EXPECTED_MS,
    });
    onMessages(kit.database.client, queue, () => this.#sweeps.expect());
  }

  /** Delivers the entries of a document that was just stored. Returns false if some are left for a sweep. */
  async deliver(stored: Pick<StoredCollection, 'name'>, document: Sender): Promise<boolean> {
    // Messages that fail or take too long here are left to a sweep.
    this.#sweeps.expect();
    for (const entry of document[this.#queue] ?? []) {
      try {
        if (!(await this.#deliverEntry(stored.name, document._id, entry))) return false;
      } catch (error) {
        // The entry is still stored, so a sweep will deliver it, perhaps a second time.
        this.#log.warn({ err: error, collection: stored.name }, 'outbox entry left for the sweep');
        return false;
      }
    }
    return true;
  }

  /** Registers a callback for the replies to a subject. A message counts as delivered only after its callback. */
  onReply(subject: string, take: OnReply): void {
    this.#replied.set(subject, take);
  }

  start(): void {
    if (this.#stored.length > 0) this.#sweeps.start();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#sweeps.stop();
    await Promise.all(this.#underWay);
  }

  /** Settles after the sweep or after a short time, so that a hanging receiver does not delay the messages to others. */
  async #look(): Promise<void> {
    const sweep = this.#sweepOnce();
    this.#underWay.add(sweep);
    void sweep.then(() => this.#underWay.delete(sweep));
    await Promise.race([sweep, setTimeout(SWEEP_EVERY_MS, undefined, { ref: false })]);
  }

  async #sweepOnce(): Promise<void> {
    try {
      if ((await this.sweep()) > 0) this.#sweeps.expect();
    } catch (error) {
      this.#log.warn({ err: error }, 'outbox sweep failed');
    }
  }

  /** Delivers everything due once, to all receivers concurrently. Returns the number of documents taken up. */
  async sweep(): Promise<number> {
    const due = (await Promise.all(this.#stored.map((stored) => this.#findDue(stored)))).flat();
    // When stopping, the rest is left to other replicas: an unavailable receiver must not delay the end of this process.
    return this.#lanes.each(due, async ({ stored, _id }) => !this.#stopped && this.#takeUp(stored, _id));
  }

  async #findDue(stored: StoredCollection): Promise<Due[]> {
    const queue = this.#queue;
    const { busy } = this.#lanes;
    // Only the oldest entry counts: entries behind a waiting one have long been due and would fill every sweep.
    const due = {
      [`${queue}.0`]: { $exists: true },
      [`${queue}.0.nextAt`]: { $lte: this.#now() },
      ...(busy.length > 0 && { $nor: busy.map((receiver) => ({ [`${queue}.0.subject`]: subjectsOf(receiver) })) }),
    };
    const found = await this.#collection(stored.name)
      .find(due as Filter<Sender>, { projection: { [`${queue}.subject`]: 1 } })
      .limit(SWEEP_DOCUMENTS_MAX)
      .toArray();
    return found.map((document) => ({
      stored,
      _id: document._id,
      receiver: serviceOf(document[queue]?.[0]?.subject ?? ''),
    }));
  }

  /** Claims a document's oldest entry by postponing its next attempt, so that only one replica delivers it. */
  async #takeUp(stored: StoredCollection, _id: string): Promise<boolean> {
    const now = this.#now();
    const queue = this.#queue;
    const collection = this.#collection(stored.name);
    const current = await collection.findOne({ _id }, { projection: { [queue]: 1 } });
    const first = current?.[queue]?.[0];
    if (first === undefined || first.nextAt > now) return false;
    const nextAt = new Date(now.getTime() + backoffMs(first.attempts));
    const claimed = await collection.findOneAndUpdate(
      { _id, [`${queue}.0.id`]: first.id, [`${queue}.0.nextAt`]: first.nextAt },
      { $set: { [`${queue}.0.nextAt`]: nextAt }, $inc: { [`${queue}.0.attempts`]: 1 } },
      { returnDocument: 'after', projection: { [queue]: 1 } },
    );
    if (claimed === null) return false;
    await this.deliver(stored, claimed);
    return true;
  }

  async #deliverEntry(collection: string, documentId: string, entry: OutboxEntry): Promise<boolean> {
    // If a caller waits for this service, the delivery takes no longer than the caller waits.
    const { deadline, patience } = currentContext();
    const context = {
      requestId: entry.requestId,
      traceparent: storedTraceparent(entry.traceparent),
      ...(entry.scope !== undefined && { scope: { ...entry.scope } }),
      ...(deadline !== undefined && { deadline }),
      ...(patience !== undefined && { patience }),
    };
    try {
      const request = await this.#requestOf(entry);
      await runInContext(context, async () => {
        const reply = await this.#bus.send(entry.subject, request, 'write');
        await this.#replied.get(entry.subject)?.(documentId, reply);
      });
    } catch (error) {
      if (!(error instanceof Xs2aError)) throw error;
      const refused = error instanceof MessageTooLarge ? new Xs2aError('bodyTooLarge') : error;
      if (refused.refusal.status >= 500 || TEMPORARY.has(refused.situation)) {
        this.#metrics.outboxRepeats.inc({ collection });
        return false;
      }
      await this.#bury(collection, documentId, entry, refused);
    }
    await this.#collection(collection).updateOne({ _id: documentId }, this.#done(entry, context.traceparent));
    return true;
  }

  /** Removes an entry from the queue and adds it to `delivered`. */
  #done(entry: OutboxEntry, traceparent: string): UpdateFilter<Sender> {
    const delivered: Delivered = {
      operation: entry.subject,
      at: toScopeTime(this.#now(), entry.scope),
      // A sweep has counted the attempt when it claimed the entry; an outbox entry is also delivered without a sweep.
      attempts: Math.max(1, entry.attempts + (this.#queue === 'outbox' ? 1 : 0)),
      traceId: traceIdOf({ traceparent }),
    };
    const $push = { delivered: { $each: [delivered], $slice: -DELIVERED_MAX } };
    return { $pull: { [this.#queue]: { id: entry.id } }, $push };
  }

  async #requestOf({ request, enclosed }: OutboxEntry): Promise<unknown> {
    if (enclosed === undefined) return request;
    const { collection, id, field } = enclosed;
    const stored = await this.#database.db.collection<{ _id: string }>(collection).findOne({ _id: id });
    const text: unknown = stored?.[field as never];
    if (typeof text !== 'string') throw new Error(`${collection} has no ${field} to enclose`);
    return { ...(request as object), [field]: text };
  }

  async #bury(collection: string, documentId: string, entry: OutboxEntry, error: Xs2aError): Promise<void> {
    const letter: DeadLetter = {
      _id: entry.id,
      collection,
      documentId,
      ...(this.#queue !== 'outbox' && { queue: this.#queue }),
      entry,
      situation: error.situation,
      ...(error.path !== undefined && { path: error.path }),
      at: this.#now(),
    };
    const letters: Collection<DeadLetter> = this.#database.db.collection(DEAD_LETTERS.name);
    await letters.updateOne({ _id: letter._id }, { $setOnInsert: letter }, { upsert: true });
    this.#metrics.deadLetters.inc({ collection });
    this.#log.error({ collection, operation: entry.subject, outcome: error.situation }, 'dead letter');
  }

  #collection(name: string): Collection<Sender> {
    return this.#database.db.collection(name);
  }
}
