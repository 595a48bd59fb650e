import { Xs2aError } from '@xs2a/contracts';
import { addGauge, type Metrics } from '@xs2a/service-kit';

/** HTTP response that reports when it is closed. */
interface Closing {
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Limits the concurrent requests of this replica. A TPP may have as many as are still free: a single TPP half of all, two TPPs a
 * third each. So the TPP with the most requests is refused first, and another TPP always finds free slots. A request over the
 * limit is refused at once, because waiting requests would only cost others memory and time.
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
   * Counts a request of a TPP until its response is closed. Throws `overloaded` over the limit, and if the response was closed
   * during earlier checks: its result would have no recipient, and no event would end the count.
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
