/**
 * Gathers what one turn of the event loop sends, so that it leaves in one write: a system call for each message is the largest
 * single cost of a busy process.
 */
export class Turn {
  #waiting: (() => void)[] = [];

  /** Sends at the end of this turn; `failed` gets what sending throws. */
  add(send: () => void, failed: (error: unknown) => void): void {
    const sendOrTell = (): void => {
      try {
        send();
      } catch (error) {
        failed(error);
      }
    };
    if (this.#waiting.push(sendOrTell) === 1) setImmediate(() => this.end());
  }

  /** Sends now what was gathered. */
  end(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const send of waiting) send();
  }
}
