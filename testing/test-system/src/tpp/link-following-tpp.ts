import { type Answer, type Client, linksOf, xs2aClient } from '@xs2a/client';
import { PsuClient, TppClient } from '@xs2a/test-kit';
import { REDIRECT_HEADERS } from '../data/fixtures.ts';
import { eventually } from '../eventually.ts';
import { approve } from '../psu/approve.ts';

export interface JourneyPsu {
  readonly psuId: string;
  readonly method?: 'sms' | 'push';
}

/** Request to the address of a link. */
type Step = (psu: JourneyPsu) => { headers?: Record<string, string>; body?: object } | Promise<{ body: object }>;

const ENDED = ['finalised', 'exempted', 'failed'];

/**
 * A TPP that knows only the addresses for creating resources: it follows the links of each answer, until the authorisation has
 * ended. The PSU types, opens pages and answers its device.
 */
export class LinkTpp {
  readonly client: Client;
  /** For requests that no client would send. */
  readonly tpp: TppClient;
  /** Every code that was typed. */
  readonly codes: string[] = [];
  readonly #portalUrl: string;
  /** In order of preference, if an answer has several. */
  readonly #steps: ReadonlyMap<string, Step>;

  constructor({ gatewayUrl, portalUrl }: { gatewayUrl: string; portalUrl: string }) {
    this.client = xs2aClient({ baseUrl: gatewayUrl });
    this.tpp = new TppClient(gatewayUrl);
    this.#portalUrl = portalUrl;
    const headers = REDIRECT_HEADERS;
    const body = ({ psuId }: JourneyPsu) => ({ psuData: { password: `${psuId}-pass` } });
    const named = ({ psuId }: JourneyPsu) => ({ headers: { ...headers, 'PSU-ID': psuId }, body: {} });
    this.#steps = new Map<string, Step>([
      ['startAuthorisation', () => ({ headers, body: {} })],
      ['startAuthorisationWithPsuIdentification', named],
      ['startAuthorisationWithPsuAuthentication', (psu) => ({ ...named(psu), body: body(psu) })],
      ['updatePsuIdentification', named],
      ['updatePsuAuthentication', (psu) => ({ body: body(psu) })],
      // Before the choice of a method: with both links, a code is already awaited (decision 39).
      ['authoriseTransaction', async (psu) => ({ body: { scaAuthenticationData: await this.#readCode(psu) } })],
      ['selectAuthenticationMethod', ({ method = 'sms' }) => ({ body: { authenticationMethodId: method } })],
    ]);
  }

  /** Has a PSU approve a resource; returns the last scaStatus and the steps taken. */
  async finish(created: Answer, psu: JourneyPsu): Promise<{ scaStatus: string; steps: string[] }> {
    const steps: string[] = [];
    let answer = created;
    for (;;) {
      const scaStatus = scaStatusOf(answer);
      if (ENDED.includes(scaStatus)) return { scaStatus, steps };
      const links = linksOf(answer);
      const offered = [...this.#steps].find(([link]) => links[link] !== undefined);
      if (links['scaRedirect'] !== undefined) {
        steps.push('scaRedirect');
        await approve(this.#portalUrl, links['scaRedirect'].href, psu);
        answer = await this.client.followNamed(answer, 'scaStatus');
      } else if (offered === undefined) {
        steps.push('device');
        return { scaStatus: await this.#askDevice(answer, psu.psuId), steps };
      } else {
        const [link, sent] = offered;
        steps.push(link);
        answer = await this.client.followNamed(answer, link, await sent(psu));
      }
    }
  }

  async statusOf(created: Answer): Promise<string> {
    const { body } = await this.client.followNamed(created, 'status');
    return String((body as { transactionStatus?: string }).transactionStatus);
  }

  async until(created: Answer, status: string): Promise<void> {
    await eventually(
      () => this.statusOf(created),
      (reached) => reached === status,
      20_000,
    );
  }

  async #readCode({ psuId }: JourneyPsu): Promise<string> {
    const code = await new PsuClient(this.#portalUrl).newestCode(psuId);
    this.codes.push(code);
    return code;
  }

  /** The TPP can only poll: the PSU is asked on its device. */
  async #askDevice(answer: Answer, psuId: string): Promise<string> {
    const device = new URL(`/sandbox/device/${psuId}`, this.#portalUrl);
    const asJson = { headers: { Accept: 'application/json', 'Content-Type': 'application/json' } };
    const [prompt] = await eventually(
      async () => (await (await fetch(device, asJson)).json()) as { authorisationId: string }[],
      (prompts) => prompts.length > 0,
    );
    const body = JSON.stringify({ approve: true });
    await fetch(`${device.href}/${prompt?.authorisationId}`, { ...asJson, method: 'POST', body });
    const last = await eventually(
      () => this.client.followNamed(answer, 'scaStatus'),
      (looked) => ENDED.includes(scaStatusOf(looked)),
    );
    return scaStatusOf(last);
  }
}

function scaStatusOf({ body }: Answer): string {
  return String((body as { scaStatus?: string } | undefined)?.scaStatus);
}
