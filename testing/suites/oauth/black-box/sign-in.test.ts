import { forAllTests, PsuClient } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { startRequest } from '../oauth-bank.ts';
import { startOpenBank } from './black-box.ts';

const bank = forAllTests(() => startOpenBank());

/** Opens the sign-in of a pre-step in a browser. */
async function openSignIn() {
  const started = await startRequest(bank.tpp, 'AIS', { pushed: true });
  const browser = new PsuClient(bank.portalUrl);
  const page = await browser.open(started.url.href);
  expect(page.url).toContain('/oauth/sign-in/');
  return { browser, page };
}

describe('a PSU that signs in to disclose its identity to a TPP', () => {
  it('may cancel at the second factor, and returns to the sign-in', async () => {
    const { browser, page } = await openSignIn();
    const review = await browser.submit(page, { psuId: 'psu-private', password: 'psu-private-pass' });
    const left = await browser.submit(review, {}, '/sign-out');
    expect({ status: left.status, url: left.url }).toEqual({ status: 200, url: page.url });
    expect(left.html).toContain('name="password"');
    expect(left.html).toContain('Odjavljeni ste.');
  });

  it('gets the page at the address of each of its forms', async () => {
    const { browser, page } = await openSignIn();
    for (const target of ['sign-in', 'method', 'code', 'passkey', 'sign-out', 'continue', 'decline']) {
      const { status, url } = await browser.open(`${page.url}/${target}?lang=en`);
      expect({ target, status, url }).toEqual({ target, status: 200, url: page.url });
    }
  });
});
