import { Xs2aError } from '@xs2a/contracts';
import { addGauge, type Metrics } from '@xs2a/service-kit';

/** An HTTP response: it says when it is over. */
interface Closing {
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Limits the requests that this replica works on at the same time. A TPP may have as many as are still free: one alone half
 * of all, two a third each. So the TPP with the most is refused first, and there is always room for another one. A request
 * over the limit is refused immediately: one that waits for a late answer only takes memory and time from the others.
 */
export class ConcurrencyLimit {
  readonly #max: number;
  readonly #ofTpps = new Map<string, number>();
  #count = 0;

  constructor(max: number, metrics: Metrics) {
    this.#max = max;
    const count = (): Promise<number> => Promise.resolve(this.#count);
    addGauge(metrics, 'xs2a_http_requests_in_hand', 'Requests of TPPs that wait for their answer', count);
  }

  /**
   * Counts a request of a TPP until its response is closed. Throws `overloaded` over the limit, and where the response was
   * closed during the checks before: nobody waits for what would be begun, and nothing would tell when it is over.
   */
  enter(tppId: string, response: Closing): void {
    if (response.closed) throw new Xs2aError('overloaded');
    const ofTpp = this.#ofTpps.get(tppId) ?? 0;
    if (ofTpp >= this.#max - this.#count) throw new Xs2aError('overloaded');
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
