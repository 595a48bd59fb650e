import { rereadBlocklist } from '@xs2a/contracts';
import type { Kit } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { BLOCKED_TPPS, type BlockedTpp } from '../model/blocked-tpp.ts';

/** Upper bound on the delay for a replica that missed the message. */
const READ_EVERY_MS = 1_000;

/**
 * Blocks in force, kept in memory because every request checks them. The list is read again every second, and whenever a replica
 * stores a decision. A replica without the bus serves no TPP because every answer comes over the bus.
 */
export class Blocklist {
  readonly #collection: Collection<BlockedTpp>;
  readonly #bus: Kit['bus'];
  readonly #now: Kit['now'];
  readonly #log: Kit['log'];
  readonly #replica = crypto.randomUUID();
  #blockedUntil: ReadonlyMap<string, Date | null> = new Map();
  #reading: Promise<void> = Promise.resolve();
  #isRead = true;
  #timer: NodeJS.Timeout | undefined;
  #stopAnswering: (() => void) | undefined;

  constructor({ bus, now, log, collection }: Pick<Kit, 'bus' | 'now' | 'log' | 'collection'>) {
    this.#collection = collection(BLOCKED_TPPS);
    this.#bus = bus;
    this.#now = now;
    this.#log = log;
  }

  /** Throws if the list cannot be read: the gateway must not start without it. */
  async start(): Promise<void> {
    await this.reread();
    this.#stopAnswering = await this.#bus.answerEach(rereadBlocklist, async () => {
      await this.reread();
      return { replica: this.#replica };
    });
    this.#timer = setInterval(() => void this.#poll(), READ_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopAnswering?.();
    await this.#reading.catch(() => undefined);
  }

  /** Whether a TPP (organizationIdentifier) or a certificate (thumbprint) is blocked now. */
  has(id: string): boolean {
    const until = this.#blockedUntil.get(id);
    return until !== undefined && (until === null || this.#now() < until);
  }

  /** Reads the list again. Never joins a read that started earlier, which may miss the latest decision. */
  reread(): Promise<void> {
    const read = this.#reading.catch(() => undefined).then(() => this.#read());
    this.#reading = read;
    return read;
  }

  async #read(): Promise<void> {
    const blocked = await this.#collection.find({ status: 'blocked' }, { projection: { until: 1 } }).toArray();
    this.#blockedUntil = new Map(blocked.map(({ _id, until }) => [_id, until]));
  }

  /** While the database is unavailable, the last list stays in force. */
  async #poll(): Promise<void> {
    try {
      await this.reread();
      this.#isRead = true;
    } catch (error) {
      if (this.#isRead) this.#log.error({ err: error instanceof Error ? error : undefined, event: 'blocklistNotRead' });
      this.#isRead = false;
    }
  }
}
