/** As many as a page can show. */
const KEPT_MAX = 200;
const BOXES_MAX = 100;
const BOX = /^[A-Za-z0-9_-]{1,64}$/;

export interface ReceivedNotification {
  readonly at: string;
  readonly requestId: string | undefined;
  readonly body: unknown;
}

/** Notifications in memory, newest first. Who names a box of its own sees only what was sent to that. */
export class ReceivedNotifications {
  readonly #boxes = new Map<string, readonly ReceivedNotification[]>();

  add(box: string, received: ReceivedNotification): void {
    const kept = this.of(box).slice(0, KEPT_MAX - 1);
    // At the end of the order: the box that was silent for longest is the first to go.
    this.#boxes.delete(box);
    this.#boxes.set(box, [received, ...kept]);
    const [silent] = this.#boxes.keys();
    if (this.#boxes.size > BOXES_MAX && silent !== undefined) this.#boxes.delete(silent);
  }

  of(box: string): readonly ReceivedNotification[] {
    return this.#boxes.get(box) ?? [];
  }

  forget(box: string): void {
    this.#boxes.delete(box);
  }
}

/** The box that an address names: none is the one that everybody shares. */
export function boxOf(named: string | undefined): string | undefined {
  if (named === undefined) return '';
  return BOX.test(named) ? named : undefined;
}
