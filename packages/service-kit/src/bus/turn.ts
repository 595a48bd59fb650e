import { Gathering } from '../turn/gathering.ts';

interface Sending {
  readonly send: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Sends all messages of one turn of the event loop in one write: a system call for each message is the largest single cost of a
 * busy process.
 */
export class WriteBatch {
  readonly #gathering = new Gathering<Sending>({ together: sendEach });

  /** Sends at the end of this turn. Calls `failed` with an error thrown by `send`. */
  add(send: () => void, failed: (error: unknown) => void): void {
    this.#gathering.add({ send, failed });
  }

  /** Sends the collected messages now. */
  end(): void {
    this.#gathering.end();
  }
}

function sendEach(gathered: readonly Sending[]): void {
  for (const { send, failed } of gathered) {
    try {
      send();
    } catch (error) {
      failed(error);
    }
  }
}
