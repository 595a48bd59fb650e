import { TppClient } from '@xs2a/test-kit';
import type { System } from '@xs2a/test-system/start/prepare-system';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { sendForm } from './send-form.ts';
import { openBrowserOfPsu } from './tpp-site.ts';

/** Browsers of PSUs at the portal of a running system, a TPP at its gateway, and what PSUs do on most pages. */
export interface BrowserAtPortal extends AsyncDisposable {
  readonly system: System;
  readonly browser: Browser;
  readonly tpp: TppClient;
  /** Opens a page in its own browser context, at the link if given. */
  openPage(options: BrowserContextOptions, link?: string): Promise<Page>;
  newestCode(psuId?: string): Promise<string>;
  enterPassword(page: Page, psuId?: string): Promise<void>;
  /** Picks a method with the keyboard. */
  choose(page: Page, method: string): Promise<void>;
  enterCode(page: Page, psuId?: string): Promise<void>;
}

/** Opens a browser at a running system, which its caller stops. */
export async function openBrowserAt(running: System | Promise<System>): Promise<BrowserAtPortal> {
  const [system, { browser, ...opened }] = await Promise.all([running, openBrowserOfPsu()]);
  const newestCode = async (psuId = 'psu-private'): Promise<string> => {
    const inbox = await fetch(`${system.portalUrl}/sandbox/inbox/${psuId}`);
    const [newest] = (await inbox.json()) as { code: string }[];
    return newest?.code ?? '';
  };
  return {
    system,
    browser,
    tpp: new TppClient(system.gatewayUrl),
    newestCode,
    async openPage(options, link) {
      const page = await (await browser.newContext({ ...options, ignoreHTTPSErrors: true })).newPage();
      if (link !== undefined) await page.goto(link);
      return page;
    },
    async enterPassword(page, psuId = 'psu-private') {
      await page.fill('input[name=psuId]', psuId);
      await page.fill('input[name=password]', `${psuId}-pass`);
      await sendForm(page);
    },
    async choose(page, method) {
      await page.focus(`input[name=authenticationMethodId][value=${method}]`);
      await page.keyboard.press('Space');
      await sendForm(page);
    },
    async enterCode(page, psuId) {
      await page.fill('input[name=code]', await newestCode(psuId));
      await sendForm(page);
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}
