import { Xs2aError } from '@xs2a/contracts';
import { type Metrics, observe } from '@xs2a/service-kit';

/** The share of one TPP, so that one that floods or reads slowly leaves capacity to the others. */
const SHARE_OF_ONE_TPP = 0.5;

/** An HTTP response: it says when it is over. */
interface Closing {
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Limits the requests that this replica works on at the same time. A request over the limit is refused immediately: one
 * that waits for a late answer only takes memory and time from the others.
 */
export class ConcurrencyLimit {
  readonly #max: number;
  readonly #maxOfOneTpp: number;
  readonly #ofTpps = new Map<string, number>();
  #count = 0;

  constructor(max: number, metrics: Metrics) {
    this.#max = max;
    this.#maxOfOneTpp = Math.ceil(max * SHARE_OF_ONE_TPP);
    const count = (): Promise<number> => Promise.resolve(this.#count);
    observe(metrics, 'xs2a_http_requests_in_hand', 'Requests of TPPs that wait for their answer', count);
  }

  /** Counts a request of a TPP until its response is closed. Throws `overloaded` over the limit. */
  enter(tppId: string, response: Closing): void {
    const ofTpp = this.#ofTpps.get(tppId) ?? 0;
    if (this.#count >= this.#max || ofTpp >= this.#maxOfOneTpp) throw new Xs2aError('overloaded');
    this.#count++;
    this.#ofTpps.set(tppId, ofTpp + 1);
    response.once('close', () => this.#leave(tppId));
  }

  #leave(tppId: string): void {
    this.#count--;
    const left = (this.#ofTpps.get(tppId) ?? 1) - 1;
    if (left === 0) this.#ofTpps.delete(tppId);
    else this.#ofTpps.set(tppId, left);
  }
}
