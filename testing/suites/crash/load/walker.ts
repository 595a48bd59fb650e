import { PsuClient, type TppAnswer, TppClient } from '@xs2a/test-kit';
import type { Fact, Journal } from '../journal/journal.ts';
import { journaledFetch } from '../journal/journaled-fetch.ts';

/** A longer wait for a step means that something was lost. */
const STEP_MS_MAX = 120_000;
const PAUSE_FIRST_MS = 100;
const PAUSE_MAX_MS = 2_000;
/** The request was not received in time, is in progress, or exceeds a limit: the same one is accepted a moment later. */
const PASSING = new Set([408, 409, 429]);

/** The addresses of the system under test. */
export interface Addresses {
  readonly gatewayUrl: string;
  readonly portalUrl: string;
}

/** A TPP and the PSUs' browsers on one journey. The journal records every call under the name of the journey. */
export class Walker {
  readonly journey: string;
  readonly tpp: TppClient;
  readonly fetch: typeof fetch;
  readonly portalUrl: string;
  readonly #journal: Journal;

  constructor(journal: Journal, addresses: Addresses, journey: string) {
    this.journey = journey;
    this.#journal = journal;
    this.fetch = journaledFetch(journal, journey);
    this.portalUrl = addresses.portalUrl;
    this.tpp = new TppClient(addresses.gatewayUrl, undefined, this.fetch);
  }

  browser(): PsuClient {
    return new PsuClient(this.portalUrl, this.fetch);
  }

  fact(fact: Fact): void {
    this.#journal.fact(this.journey, fact);
  }

  /**
   * Sends a request until it is answered, with the same X-Request-ID each time: after an unclear outcome a client cannot know
   * whether it took effect. Permanent errors are returned.
   */
  async insist(send: (requestId: string) => Promise<TppAnswer>): Promise<TppAnswer> {
    const requestId = crypto.randomUUID();
    return insistOn(async () => {
      const answer = await send(requestId);
      return answer.status >= 500 || PASSING.has(answer.status) ? undefined : answer;
    });
  }
}

/** Retries with growing delays until there is a result; network errors count as none. */
export async function insistOn<T>(attempt: () => Promise<T | undefined>, withinMs = STEP_MS_MAX): Promise<T> {
  const until = Date.now() + withinMs;
  for (let pauseMs = PAUSE_FIRST_MS; ; pauseMs = Math.min(PAUSE_MAX_MS, pauseMs * 2)) {
    const result = await attempt().catch(ignoreConnectionError);
    if (result !== undefined) return result;
    if (Date.now() > until) throw new Error(`no result within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random() / 2)));
  }
}

/** Ignores errors of a refused or broken connection, a truncated answer, or a timeout; throws any other. */
function ignoreConnectionError(error: unknown): undefined {
  if (error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException) return undefined;
  throw error;
}
