import { authenticatePsu, readConsentStatus } from '@xs2a/contracts';
import { forAllTests, PsuClient } from '@xs2a/test-kit';
import { askForConsent, newestCode, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { describe, expect, it } from 'vitest';
import { buttonOf, linkOf, signInAtProvider, startSignInBank } from './sign-in-bank.ts';

const bank = forAllTests(() => startSignInBank());

const tpp = { ...TPP, roles: [...TPP.roles] };

it('the provider of the sandbox returns the acr that was requested, so that acr can be tried', async () => {
  await using strong = await startSignInBank({
    more: ', acrValues: [two-factors], bothFactorsAcrValues: [two-factors]',
  });
  const { bus } = strong.services;
  const created = await askForConsent(bus);
  const browser = new PsuClient(strong.portalUrl);
  const back = await signInAtProvider(strong, browser, await browser.open(linkOf(strong, created)));
  await browser.submit(await browser.open(back.href), {}, '/approve');
  const status = await bus.ask(readConsentStatus, { tpp, consentId: created.consentId });
  expect(status.consentStatus).toBe('valid');
});

describe('a PSU that signs in at the identity provider of the bank', () => {
  it('approves a consent with its second factor; the portal asks for no password', async () => {
    const { bus } = bank.services;
    const created = await askForConsent(bus);
    const browser = new PsuClient(bank.portalUrl);
    const page = await browser.open(`${linkOf(bank, created)}?state=of-tpp`);
    expect(page.html).not.toContain('name="password"');
    const back = await signInAtProvider(bank, browser, page);
    expect(back.origin + back.pathname).toBe(`${bank.portalUrl}/sign-in/return`);
    let step = await browser.open(back.href);
    // The address of the page has the TPP's state and nothing of the provider's answer.
    expect(step.url).toBe(`${linkOf(bank, created)}?state=of-tpp`);
    if (!step.html.includes('name="code"'))
      step = await browser.submit(step, { authenticationMethodId: 'sms' }, '/method');
    const end = await browser.submit(step, { code: await newestCode(bus) });
    expect(end.url).toBe('https://tpp.example/ok?state=of-tpp');
    const status = await bus.ask(readConsentStatus, { tpp, consentId: created.consentId });
    expect(status.consentStatus).toBe('valid');
  });

  it('cannot use a sign-in twice or in another browser, and reads where to begin again', async () => {
    const browser = new PsuClient(bank.portalUrl);
    const request = await browser.open(linkOf(bank, await askForConsent(bank.services.bus)));
    const provider = new PsuClient(bank.issuer);
    const form = await provider.open((await browser.open(buttonOf(request))).url);
    const elsewhere = await fetch(form.url, { headers: { 'Accept-Language': 'en' } });
    expect([elsewhere.status, elsewhere.headers.get('cache-control')]).toEqual([400, 'no-store']);
    expect(await elsewhere.text()).toMatch(/<h1>This sign-in is over<\/h1>\s*<p>Go back to where you came from/);
    await provider.submit(form, { psuId: 'psu-private', password: 'psu-private-pass' });
    const again = await provider.open(form.url);
    expect([again.status, again.html]).toEqual([400, expect.stringContaining('<h1>Ova prijava više ne vrijedi</h1>')]);
  });

  it('cannot sign in with a password at the portal, even by a forged request', async () => {
    const created = await askForConsent(bank.services.bus);
    const redirectReference = created.authorisation?.redirectReference ?? '';
    const asked = { redirectReference, psuId: 'psu-private', password: 'psu-private-pass' };
    expect(await situationOf(bank.services.bus.ask(authenticatePsu, asked))).toBe('parameterNotSupported');
  });
});
