import { hrefOf, type PsuClient, type TppAnswer, type TppClient } from '@xs2a/test-kit';

export interface EmbeddedPsu {
  readonly psuId: string;
  readonly method?: string;
  /** Defaults to that of a test user. */
  readonly password?: string;
}

/** Request of a TPP to the link that an answer offers as the next step. */
interface Step {
  readonly link: string;
  readonly verb: 'post' | 'put';
  readonly body: () => Promise<object> | object;
  readonly namesPsu?: true;
}

/** A TPP that has the PSU's credentials and knows no address: it follows the offered step each time, up to the code. */
export class EmbeddedTpp {
  readonly #tpp: TppClient;
  readonly #inbox: PsuClient;
  readonly #psu: EmbeddedPsu;
  readonly #steps: readonly Step[];

  constructor(tpp: TppClient, inbox: PsuClient, psu: EmbeddedPsu) {
    this.#tpp = tpp;
    this.#inbox = inbox;
    this.#psu = psu;
    const credentials = { psuData: { password: psu.password ?? `${psu.psuId}-pass` } };
    this.#steps = [
      { link: 'startAuthorisationWithPsuAuthentication', verb: 'post', body: () => credentials, namesPsu: true },
      { link: 'startAuthorisation', verb: 'post', body: () => ({}) },
      { link: 'updatePsuIdentification', verb: 'put', body: () => ({}), namesPsu: true },
      { link: 'updatePsuAuthentication', verb: 'put', body: () => credentials },
      {
        link: 'selectAuthenticationMethod',
        verb: 'put',
        body: () => ({ authenticationMethodId: psu.method ?? 'sms' }),
      },
    ];
  }

  /** Returns the answer with no step left except a code. */
  async untilCode(created: TppAnswer): Promise<TppAnswer> {
    const step = this.#steps.find(({ link }) => created.body._links?.[link] !== undefined);
    if (step === undefined) return created;
    const headers = step.namesPsu ? { 'PSU-ID': this.#psu.psuId } : {};
    const next = await this.#tpp[step.verb](hrefOf(created, step.link), await step.body(), { headers });
    if (next.status >= 400) throw new Error(`${step.link} was answered ${next.status} ${next.text}`);
    return this.untilCode(next);
  }

  /** Sends a code, by default the PSU's newest, to the link of the last answer. */
  async enterCode(last: TppAnswer, code?: string): Promise<TppAnswer> {
    const scaAuthenticationData = code ?? (await this.newestCode());
    return this.#tpp.put(hrefOf(last, 'authoriseTransaction'), { scaAuthenticationData });
  }

  newestCode(): Promise<string> {
    return this.#inbox.newestCode(this.#psu.psuId);
  }
}
