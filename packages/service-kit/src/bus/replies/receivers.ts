import type { Msg } from '@nats-io/transport-node';
import type { Receiver } from '../ask.ts';

/**
 * Pending replies by their subject. A plain object, not a Map: a Map with constant insertions and deletions keeps replacing its
 * table, and each replaced table references its entries and the next table. Once one of them is in the old generation, V8 keeps
 * all that follow, and with them every reply, until it collects the old generation (docs/performance.md).
 */
export class Receivers {
  readonly #inbox: string;
  readonly #waiting = Object.create(null) as Record<string, Receiver>;
  #count = 0;

  constructor(inbox: string) {
    this.#inbox = inbox;
  }

  /** Returns the subject for the reply. */
  open(receiver: Receiver): string {
    const reply = `${this.#inbox}.${++this.#count}`;
    this.#waiting[reply] = receiver;
    return reply;
  }

  close(reply: string): void {
    delete this.#waiting[reply];
  }

  /** Passes a reply to its receiver; ignores one that comes too late. */
  receive(message: Msg): void {
    this.#waiting[message.subject]?.receive(message);
  }

  /** All receivers, each once, however many replies they wait for. */
  all(): Set<Receiver> {
    return new Set(Object.values(this.#waiting));
  }
}
