import { hrefOf, PsuClient, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { approve } from './approve.ts';
import { eventually } from './eventually.ts';
import { REDIRECT_HEADERS } from './orders.ts';

export interface JourneyPsu {
  readonly psuId: string;
  readonly method?: 'sms' | 'push';
}

type Step = (answer: TppAnswer, psu: JourneyPsu) => Promise<TppAnswer>;

const ENDED = ['finalised', 'exempted', 'failed'];

/**
 * A TPP that knows where resources are created and no other address: whatever an answer offers is what it does next, until
 * the authorisation has ended. The PSU types, opens pages and answers its device.
 */
export class LinkTpp {
  readonly tpp: TppClient;
  /** Every code that was typed. */
  readonly codes: string[] = [];
  readonly #portalUrl: string;
  /** In the order in which they are preferred, where an answer has several. */
  readonly #steps: ReadonlyMap<string, Step>;

  constructor({ gatewayUrl, portalUrl }: { gatewayUrl: string; portalUrl: string }) {
    this.tpp = new TppClient(gatewayUrl);
    this.#portalUrl = portalUrl;
    const headers = REDIRECT_HEADERS;
    const credentials = ({ psuId }: JourneyPsu) => ({ psuData: { password: `${psuId}-pass` } });
    const named = ({ psuId }: JourneyPsu) => ({ headers: { ...headers, 'PSU-ID': psuId } });
    this.#steps = new Map<string, Step>([
      ['scaRedirect', (answer, psu) => this.#redirect(answer, psu)],
      ['startAuthorisation', (answer) => this.tpp.post(hrefOf(answer, 'startAuthorisation'), {}, { headers })],
      [
        'startAuthorisationWithPsuIdentification',
        (answer, psu) => this.tpp.post(hrefOf(answer, 'startAuthorisationWithPsuIdentification'), {}, named(psu)),
      ],
      [
        'startAuthorisationWithPsuAuthentication',
        (answer, psu) =>
          this.tpp.post(hrefOf(answer, 'startAuthorisationWithPsuAuthentication'), credentials(psu), named(psu)),
      ],
      [
        'updatePsuIdentification',
        (answer, psu) => this.tpp.put(hrefOf(answer, 'updatePsuIdentification'), {}, named(psu)),
      ],
      [
        'updatePsuAuthentication',
        (answer, psu) => this.tpp.put(hrefOf(answer, 'updatePsuAuthentication'), credentials(psu)),
      ],
      [
        'selectAuthenticationMethod',
        (answer, { method = 'sms' }) =>
          this.tpp.put(hrefOf(answer, 'selectAuthenticationMethod'), { authenticationMethodId: method }),
      ],
      ['authoriseTransaction', (answer, psu) => this.#enterCode(answer, psu)],
    ]);
  }

  /** Lets a PSU approve what was created or asked for; returns the last scaStatus and the steps that led there. */
  async finish(created: TppAnswer, psu: JourneyPsu): Promise<{ scaStatus: string; steps: string[] }> {
    const steps: string[] = [];
    let answer = created;
    for (;;) {
      if (answer.status >= 400) throw new Error(`${steps.at(-1)}: ${answer.status} ${answer.text}`);
      const { scaStatus } = answer.body;
      if (typeof scaStatus === 'string' && ENDED.includes(scaStatus)) return { scaStatus, steps };
      const current = answer;
      const offered = [...this.#steps].find(([link]) => current.body._links?.[link] !== undefined);
      if (offered === undefined) {
        steps.push('device');
        return { scaStatus: await this.#askDevice(answer, psu.psuId), steps };
      }
      steps.push(offered[0]);
      answer = await offered[1](answer, psu);
    }
  }

  async statusOf(created: TppAnswer): Promise<string> {
    return String((await this.tpp.follow(created, 'status')).body['transactionStatus']);
  }

  async until(created: TppAnswer, status: string): Promise<void> {
    await eventually(
      () => this.statusOf(created),
      (reached) => reached === status,
      20_000,
    );
  }

  async #redirect(answer: TppAnswer, psu: JourneyPsu): Promise<TppAnswer> {
    await approve(this.#portalUrl, hrefOf(answer, 'scaRedirect'), psu);
    return this.tpp.follow(answer, 'scaStatus');
  }

  async #enterCode(answer: TppAnswer, { psuId }: JourneyPsu): Promise<TppAnswer> {
    const scaAuthenticationData = await new PsuClient(this.#portalUrl).newestCode(psuId);
    this.codes.push(scaAuthenticationData);
    return this.tpp.put(hrefOf(answer, 'authoriseTransaction'), { scaAuthenticationData });
  }

  /** Nothing is left for the TPP but to look: the PSU is asked on its device. */
  async #askDevice(answer: TppAnswer, psuId: string): Promise<string> {
    const device = new URL(`/sandbox/device/${psuId}`, this.#portalUrl);
    const asJson = { headers: { Accept: 'application/json', 'Content-Type': 'application/json' } };
    const [prompt] = await eventually(
      async () => (await (await fetch(device, asJson)).json()) as { authorisationId: string }[],
      (prompts) => prompts.length > 0,
    );
    const body = JSON.stringify({ approve: true });
    await fetch(`${device.href}/${prompt?.authorisationId}`, { ...asJson, method: 'POST', body });
    const last = await eventually(
      () => this.tpp.follow(answer, 'scaStatus'),
      ({ body: { scaStatus } }) => ENDED.includes(String(scaStatus)),
    );
    return String(last.body['scaStatus']);
  }
}
