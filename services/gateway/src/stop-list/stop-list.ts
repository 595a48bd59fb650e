import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { rereadBlocklist } from '@xs2a/contracts';
import { BUS, type Bus, CLOCK, type Clock, InjectCollection, LOG, type Log } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { STOPPED_TPPS, type StoppedTpp } from './stopped-tpp.ts';

/** Bound for a replica that a message did not reach. */
const READ_EVERY_MS = 1_000;

/**
 * Whom the bank has stopped, in memory: asked at every request. Read again when a replica of the gateway says so, and
 * every second besides. A replica that the bus does not reach can serve nobody, because every answer comes over the bus.
 */
@Injectable()
export class StopList implements OnModuleInit, OnModuleDestroy {
  readonly #collection: Collection<StoppedTpp>;
  readonly #bus: Bus;
  readonly #now: Clock;
  readonly #log: Log;
  readonly #replica = crypto.randomUUID();
  #until: ReadonlyMap<string, Date | null> = new Map();
  #reading: Promise<void> = Promise.resolve();
  #isRead = true;
  #timer: NodeJS.Timeout | undefined;
  #stopAnswering: (() => void) | undefined;

  constructor(
    @InjectCollection(STOPPED_TPPS) collection: Collection<StoppedTpp>,
    @Inject(BUS) bus: Bus,
    @Inject(CLOCK) now: Clock,
    @Inject(LOG) log: Log,
  ) {
    this.#collection = collection;
    this.#bus = bus;
    this.#now = now;
    this.#log = log;
  }

  /** A gateway does not begin without the list. */
  async onModuleInit(): Promise<void> {
    await this.reread();
    this.#stopAnswering = await this.#bus.answerEach(rereadBlocklist, async () => {
      await this.reread();
      return { replica: this.#replica };
    });
    this.#timer = setInterval(() => void this.#look(), READ_EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopAnswering?.();
    await this.#reading.catch(() => undefined);
  }

  /** Whether a TPP or a certificate is stopped now. */
  has(name: string): boolean {
    const until = this.#until.get(name);
    return until !== undefined && (until === null || this.#now() < until);
  }

  /** Reads the list as it is from this moment on: never joins a reading that began before. */
  reread(): Promise<void> {
    const read = this.#reading.catch(() => undefined).then(() => this.#read());
    this.#reading = read;
    return read;
  }

  async #read(): Promise<void> {
    const stopped = await this.#collection.find({ status: 'blocked' }, { projection: { until: 1 } }).toArray();
    this.#until = new Map(stopped.map(({ _id, until }) => [_id, until]));
  }

  /** While the database is away the list stays as it was last read. */
  async #look(): Promise<void> {
    try {
      await this.reread();
      this.#isRead = true;
    } catch (error) {
      if (this.#isRead) this.#log.error({ err: error instanceof Error ? error : undefined, event: 'stopListNotRead' });
      this.#isRead = false;
    }
  }
}
