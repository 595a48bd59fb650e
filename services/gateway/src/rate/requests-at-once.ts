import { Inject, Injectable } from '@nestjs/common';
import { Xs2aError } from '@xs2a/contracts';
import { CONFIG, METRICS, type Metrics, observe } from '@xs2a/service-kit';
import type { GatewayConfig } from '../config.ts';

/** Part of all that one TPP may have, so that whoever floods or reads slowly leaves room for the others. */
const SHARE_OF_ONE = 0.5;

/** Anything that says when it is over. */
interface Ending {
  once(event: 'close', then: () => void): unknown;
}

/**
 * How many requests this replica has in hand. Beyond the bound it says so at once: what waits for an answer that will come
 * too late only takes memory and time from the others.
 */
@Injectable()
export class RequestsAtOnce {
  readonly #max: number;
  readonly #maxOfOne: number;
  readonly #ofTpps = new Map<string, number>();
  #inHand = 0;

  constructor(
    @Inject(CONFIG) { REQUESTS_AT_ONCE_MAX }: Pick<GatewayConfig, 'REQUESTS_AT_ONCE_MAX'>,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.#max = REQUESTS_AT_ONCE_MAX;
    this.#maxOfOne = Math.ceil(REQUESTS_AT_ONCE_MAX * SHARE_OF_ONE);
    const count = (): Promise<number> => Promise.resolve(this.#inHand);
    observe(metrics, 'xs2a_http_requests_in_hand', 'Requests of TPPs that wait for their answer', count);
  }

  /** Takes a request of a TPP in hand until its answer is over. Throws `overloaded` where there are too many. */
  take(tppId: string, answer: Ending): void {
    const ofTpp = this.#ofTpps.get(tppId) ?? 0;
    if (this.#inHand >= this.#max || ofTpp >= this.#maxOfOne) throw new Xs2aError('overloaded');
    this.#inHand++;
    this.#ofTpps.set(tppId, ofTpp + 1);
    answer.once('close', () => this.#leave(tppId));
  }

  #leave(tppId: string): void {
    this.#inHand--;
    const left = (this.#ofTpps.get(tppId) ?? 1) - 1;
    if (left === 0) this.#ofTpps.delete(tppId);
    else this.#ofTpps.set(tppId, left);
  }
}
