import CircuitBreaker from 'opossum';
import { Agent, request } from 'undici';
import {
  NOT_POSSIBLE,
  SCHEME_PATH,
  type SchemeAnswer,
  type SchemeQuestion,
  SchemeReply,
  schemeRequest,
} from './scheme-messages.ts';
import { bankOf, type OtherBank, type SchemeSettings } from './scheme-settings.ts';

/** Five seconds for the whole check (EPC218-23), of which the way back to the payer needs some. */
const ANSWER_MS_MAX = 4_500;
/** Questions to one bank at once. Further ones are not possible, rather than late. */
const AT_ONCE = 200;
const BREAKER = {
  // The request has its own limit, which ends it.
  timeout: false,
  capacity: AT_ONCE,
  volumeThreshold: 5,
  errorThresholdPercentage: 50,
  /** After this time one question tries whether the bank answers again. */
  resetTimeout: 10_000,
  /** A refusal is an answer: the bank is there. */
  errorFilter: (error: unknown) => error instanceof SchemeRefusal,
} as const;

/** The other bank refused the question. */
class SchemeRefusal extends Error {}

/** Asks the banks of payees through the EPC scheme. A bank that does not answer is not asked for some seconds. */
export class OtherBanks implements AsyncDisposable {
  readonly #settings: SchemeSettings;
  readonly #answerMsMax: number;
  readonly #agent: Agent;
  readonly #breakers = new Map<string, CircuitBreaker<[OtherBank, SchemeQuestion], SchemeAnswer>>();

  /** `answerMsMax`: time for the answer of a bank. */
  constructor(settings: SchemeSettings, answerMsMax = ANSWER_MS_MAX) {
    const { client, trust: ca } = settings;
    this.#settings = settings;
    this.#answerMsMax = answerMsMax;
    this.#agent = new Agent({ connect: { cert: client.certificate, key: client.key, ca, minVersion: 'TLSv1.2' } });
  }

  /** Whether an account is that of another participant. */
  hasAccount(iban: string): boolean {
    return bankOf(this.#settings, iban) !== undefined;
  }

  /** Returns the answer of the payee's bank. Without one in time, the check was not possible. */
  async ask(question: SchemeQuestion): Promise<SchemeAnswer> {
    const bank = bankOf(this.#settings, question.iban);
    if (bank === undefined) return NOT_POSSIBLE;
    try {
      return await this.#breakerOf(bank).fire(bank, question);
    } catch {
      return NOT_POSSIBLE;
    }
  }

  #breakerOf({ bic }: OtherBank) {
    const known = this.#breakers.get(bic);
    if (known !== undefined) return known;
    const breaker = new CircuitBreaker(
      (bank: OtherBank, question: SchemeQuestion) => this.#post(bank, question),
      BREAKER,
    );
    this.#breakers.set(bic, breaker);
    return breaker;
  }

  async #post({ bic, url }: OtherBank, question: SchemeQuestion): Promise<SchemeAnswer> {
    const { statusCode, body } = await request(new URL(SCHEME_PATH, url), {
      dispatcher: this.#agent,
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Request-ID': question.requestId,
        'X-Request-Timestamp': new Date().toISOString(),
      },
      body: JSON.stringify(schemeRequest(question, { asking: this.#settings.bic, asked: bic })),
      signal: AbortSignal.timeout(this.#answerMsMax),
    });
    const answer: unknown = await body.json();
    if (statusCode >= 400 && statusCode < 500) throw new SchemeRefusal(`${bic} refuses: ${statusCode}`);
    if (statusCode !== 200) throw new Error(`${bic} answers ${statusCode}`);
    return SchemeReply.parse(answer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const breaker of this.#breakers.values()) breaker.shutdown();
    await this.#agent.destroy();
  }
}
