import type { Msg } from '@nats-io/transport-node';
import type { Receiver } from '../ask.ts';

/**
 * Who waits for a reply, by the subject it comes to. An object, not a Map: a Map that entries come to and leave replaces its
 * table all the time, and each replaced table keeps its entries and the next table. Once one of them is old, V8 keeps all
 * that follow, and with them every reply, until it collects the old generation (docs/performance.md).
 */
export class Receivers {
  readonly #inbox: string;
  readonly #waiting = Object.create(null) as Record<string, Receiver>;
  #count = 0;

  constructor(inbox: string) {
    this.#inbox = inbox;
  }

  /** Returns the subject that the reply comes to. */
  open(receiver: Receiver): string {
    const reply = `${this.#inbox}.${++this.#count}`;
    this.#waiting[reply] = receiver;
    return reply;
  }

  close(reply: string): void {
    delete this.#waiting[reply];
  }

  /** Hands a reply to who waits for it; one that comes too late is ignored. */
  receive(message: Msg): void {
    this.#waiting[message.subject]?.receive(message);
  }

  /** All who wait, each once, however many replies they wait for. */
  all(): Set<Receiver> {
    return new Set(Object.values(this.#waiting));
  }
}
