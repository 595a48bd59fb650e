import { Gathering } from '../turn/gathering.ts';

interface Sending {
  readonly send: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * What one turn of the event loop sends leaves in one write: a system call for each message is the largest single cost of a
 * busy process.
 */
export class Turn {
  readonly #gathering = new Gathering<Sending>({ together: sendEach });

  /** Sends at the end of this turn; `failed` gets what sending throws. */
  add(send: () => void, failed: (error: unknown) => void): void {
    this.#gathering.add({ send, failed });
  }

  /** Sends now what was gathered. */
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
