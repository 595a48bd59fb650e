import { setTimeout as after } from 'node:timers/promises';
import { type Answer, type Client, linksOf } from '@xs2a/client';
import { type Page, PsuClient } from '@xs2a/test-kit/psu-client';
import type { Facts, Psu } from './facts.ts';
import { RETURN } from './redirect-headers.ts';
import type { TestEnvironment } from './test-environment.ts';

const ENDED = ['finalised', 'exempted', 'failed'];
const POLL_MS = 40;
const WAIT_MS_MAX = 15_000;

/** Facts about the instance under test for the PSU's side. */
interface PsuContext {
  readonly client: Client;
  readonly facts: Facts;
  readonly environment: TestEnvironment;
  /** Has the PSU approve at the authorisation server of the bank, and keeps the TPP's token. */
  readonly approveAtServer: (started: Answer, psu: Psu) => Promise<void>;
}

/** Actions of a PSU outside the interface: reads its code, answers its device, uses the pages of the bank. */
export class PsuSide {
  readonly #context: PsuContext;

  constructor(context: PsuContext) {
    this.#context = context;
  }

  /** Follows the links of each answer as the PSU, until the authorisation has ended; returns its last status. */
  async finish(created: Answer, psu: Psu): Promise<string> {
    const { client } = this.#context;
    let answer = created;
    for (;;) {
      const status = scaStatusOf(answer);
      if (ENDED.includes(status)) return status;
      const links = linksOf(answer);
      if (links['scaRedirect'] !== undefined) {
        const page = await this.approveOnPages(links['scaRedirect'].href, psu);
        const confirmationCode = confirmationIn(page);
        if (confirmationCode !== undefined)
          await client.followNamed(answer, 'confirmation', { body: { confirmationCode } });
        answer = await client.followNamed(answer, 'scaStatus');
        continue;
      }
      if (links['scaOAuth'] !== undefined) {
        await this.#context.approveAtServer(answer, psu);
        answer = await client.followNamed(answer, 'scaStatus');
        continue;
      }
      // A device that is asked may be exchanged for another one; here it is answered.
      const isAsked = scaStatusOf(answer) === 'started';
      const step = isAsked ? undefined : await this.step(Object.keys(links), psu);
      if (step === undefined) {
        await this.answerDevice(psu, true);
        return this.untilEnded(answer);
      }
      answer = await client.followNamed(answer, step.link, step.sent);
    }
  }

  /** Returns the next step, and the data sent to its link. */
  async step(links: readonly string[], psu: Psu) {
    const named = { headers: { ...RETURN, 'PSU-ID': psu.psuId } };
    const password = { psuData: { password: psu.password } };
    const steps = [
      ['startAuthorisationWithPsuAuthentication', () => ({ ...named, body: password })],
      ['startAuthorisationWithPsuIdentification', () => ({ ...named, body: {} })],
      ['startAuthorisation', () => ({ ...named, body: {} })],
      ['updatePsuIdentification', () => ({ ...named, body: {} })],
      ['updatePsuAuthentication', () => ({ body: password })],
      // Before the choice of a method: with both links, a code is already awaited (decision 39).
      ['authoriseTransaction', async () => ({ body: { scaAuthenticationData: await this.code(psu) } })],
      ['selectAuthenticationMethod', () => ({ body: { authenticationMethodId: psu.method ?? '' } })],
    ] as const;
    const found = steps.find(([link]) => links.includes(link));
    return found === undefined ? undefined : { link: found[0], sent: await found[1]() };
  }

  /** Returns the newest code of the PSU. */
  async code({ psuId }: Psu): Promise<string> {
    const { oneTimeCode, inbox } = this.#context.facts;
    if (oneTimeCode !== undefined) return oneTimeCode;
    const messages = (await this.#read(inbox, psuId)) as { code?: string }[];
    const newest = messages[0]?.code;
    if (newest === undefined) throw new Error(`no code came for ${psuId}`);
    return newest;
  }

  /** Waits until the device of a PSU is asked, and answers. */
  async answerDevice({ psuId }: Psu, approve: boolean): Promise<void> {
    const { device = '' } = this.#context.facts;
    const [prompt] = await this.until(
      async () => (await this.#read(device, psuId)) as { authorisationId: string }[],
      (prompts) => prompts.length > 0,
    );
    const address = this.#portal(`${device.replace('{psuId}', psuId)}/${prompt?.authorisationId}`);
    const headers = { ...this.#json(), 'Content-Type': 'application/json' };
    await fetch(address, { method: 'POST', headers, body: JSON.stringify({ approve }) });
  }

  async untilEnded(answer: Answer): Promise<string> {
    const last = await this.until(
      () => this.#context.client.followNamed(answer, 'scaStatus'),
      (looked) => ENDED.includes(scaStatusOf(looked)),
    );
    return scaStatusOf(last);
  }

  /** Goes through a whole redirect, without JavaScript, up to the address or page with the result. */
  async approveOnPages(scaRedirect: string, psu: Psu): Promise<string> {
    const { url, html } = (await this.#showFactors(scaRedirect, psu)).page;
    return `${url} ${html}`;
  }

  /** Goes through an authorisation server, up to the redirect back to the TPP. */
  async approveByOAuth(address: string, psu: Psu): Promise<URL> {
    const { browser, page } = await this.#showFactors(address, psu);
    const addresses = page.html.split('href="').map((rest) => rest.slice(0, rest.indexOf('"')));
    const onwards = addresses.find((href) => href.includes('/authorize/')) ?? '';
    return new URL((await browser.open(onwards.replaceAll('&amp;', '&'))).url);
  }

  /** Returns the end of an authorisation request that asks the PSU nothing. */
  async openByOAuth(address: string): Promise<URL> {
    return new URL((await new PsuClient(this.#portal('/')).open(address)).url);
  }

  /** Does the same for a pre-step: the PSU is asked whether the TPP may learn its identity. */
  async nameByOAuth(address: string, psu: Psu): Promise<URL> {
    const { browser, page } = await this.#showFactors(address, psu);
    return new URL((await browser.submit(page, {}, '/continue')).url);
  }

  async declineOnPages(scaRedirect: string, psu: Psu): Promise<void> {
    const { browser, page } = await this.#signIn(scaRedirect, psu);
    await browser.submit(page, {}, '/decline');
  }

  /** Withdraws a consent on the PSU's own page at the bank. */
  async withdraw(psu: Psu, consentId: string): Promise<void> {
    const browser = new PsuClient(this.#portal('/'));
    let page = await signInOn(browser, await browser.open(this.#portal('/permissions')), psu);
    if (!page.html.includes('name="code"')) {
      page = await browser.submit(page, { authenticationMethodId: psu.method ?? '' }, '/method');
    }
    page = await browser.submit(page, { code: await this.code(psu) }, '/code');
    page = await browser.open(this.#portal(`/permissions/${consentId}/withdraw`));
    await browser.submit(page, {}, `${consentId}/withdraw`);
  }

  async until<T>(look: () => Promise<T>, isThere: (seen: T) => boolean): Promise<T> {
    const end = Date.now() + WAIT_MS_MAX;
    for (;;) {
      const seen = await look();
      if (isThere(seen)) return seen;
      if (Date.now() > end) throw new Error(`after ${WAIT_MS_MAX / 1_000} s it is still ${JSON.stringify(seen)}`);
      await after(POLL_MS);
    }
  }

  /** Signs in and enters the code, up to the next page. */
  async #showFactors(address: string, psu: Psu) {
    const { browser, page } = await this.#signIn(address, psu);
    const chosen = await this.#chooseMethod(browser, page, psu);
    return { browser, page: await browser.submit(chosen, { code: await this.code(psu) }) };
  }

  async #signIn(scaRedirect: string, psu: Psu) {
    const browser = new PsuClient(scaRedirect);
    return { browser, page: await signInOn(browser, await browser.open(scaRedirect), psu) };
  }

  #chooseMethod(browser: PsuClient, page: Page, { method = '' }: Psu): Promise<Page> | Page {
    const isAsked = page.html.includes('name="authenticationMethodId"') && !page.html.includes('name="code"');
    return isAsked ? browser.submit(page, { authenticationMethodId: method }, '/method') : page;
  }

  async #read(place: string | undefined, psuId: string): Promise<unknown> {
    if (place === undefined) throw new Error('the facts do not say where that can be read');
    const answer = await fetch(this.#portal(place.replace('{psuId}', psuId)), { headers: this.#json() });
    return answer.json();
  }

  #json(): Record<string, string> {
    const { portalKey } = this.#context.environment;
    return { Accept: 'application/json', ...(portalKey !== undefined && { Authorization: `Bearer ${portalKey}` }) };
  }

  #portal(path: string): string {
    const { portal } = this.#context.environment;
    if (portal === undefined) throw new Error('--portal is needed for this');
    return new URL(path, portal).href;
  }
}

/** Signs in with the form of the page, or at the bank's identity provider, to which its button leads (decision 78). */
async function signInOn(browser: PsuClient, page: Page, { psuId, password }: Psu): Promise<Page> {
  const [, button] = / href="([^"]*)"/.exec(page.html.split('class="button main"')[1] ?? '') ?? [];
  if (button === undefined || page.html.includes('name="password"')) return browser.submit(page, { psuId, password });
  const away = await browser.open(new URL(button.replaceAll('&amp;', '&'), page.url).href);
  const provider = new PsuClient(away.url);
  const back = await provider.submit(await provider.open(away.url), { psuId, password });
  return browser.open(back.url);
}

/** Returns the code that the browser brings back to the TPP, if the bank requires a confirmation (decision 22). */
export const confirmationIn = (page: string): string | undefined => /confirmationCode=([\w-]+)/.exec(page)?.[1];

/** Returns another code of the same length. */
export const wrongCode = (right: string): string =>
  String((Number(right) + 1) % 10 ** right.length).padStart(right.length, '0');

export function scaStatusOf({ body }: Pick<Answer, 'body'>): string {
  return String((body as { scaStatus?: string } | undefined)?.scaStatus);
}
