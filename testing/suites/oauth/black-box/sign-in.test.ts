import { forAllTests, PsuClient } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { startRequest } from '../oauth-bank.ts';
import { startOpenBank } from './black-box.ts';

const bank = forAllTests(() => startOpenBank());

/** A browser at the sign-in of a pre-step. */
async function openSignIn() {
  const started = await startRequest(bank.tpp, 'AIS', { pushed: true });
  const browser = new PsuClient(bank.portalUrl);
  const page = await browser.open(started.url.href);
  expect(page.url).toContain('/oauth/sign-in/');
  return { browser, page };
}

describe('a PSU who signs in to let a TPP know who it is', () => {
  it('may cancel beside its second factor, and is at the sign-in again', async () => {
    const { browser, page } = await openSignIn();
    const review = await browser.submit(page, { psuId: 'psu-private', password: 'psu-private-pass' });
    const left = await browser.submit(review, {}, '/sign-out');
    expect({ status: left.status, url: left.url }).toEqual({ status: 200, url: page.url });
    expect(left.html).toContain('name="password"');
    expect(left.html).toContain('Odjavljeni ste.');
  });

  it('comes to the page from the address of each of its forms', async () => {
    const { browser, page } = await openSignIn();
    for (const target of ['sign-in', 'method', 'code', 'passkey', 'sign-out', 'continue', 'decline']) {
      const { status, url } = await browser.open(`${page.url}/${target}?lang=en`);
      expect({ target, status, url }).toEqual({ target, status: 200, url: page.url });
    }
  });
});
