import { beginBankSignIn, finishBankSignIn } from '@xs2a/contracts';
import { forAllTests, type Page, PsuClient } from '@xs2a/test-kit';
import { askForConsent, creation } from '@xs2a/test-system/ask-as-gateway';
import { describe, expect, it } from 'vitest';
import { type Fault, startFaultyProvider } from './faulty-provider.ts';
import { buttonOf, linkOf, startSignInBank } from './sign-in-bank.ts';

const provider = forAllTests(() => startFaultyProvider());
const bank = forAllTests(() => startSignInBank({ issuer: provider.issuer, more: ', acrValues: [strong]' }));

const STRONG = { acr: 'strong' };
const now = () => Math.floor(Date.now() / 1_000);

/** Returns a browser that was sent to the provider, and the address it was sent to. */
async function openProvider(overrides: object = {}): Promise<{ browser: PsuClient; location: string }> {
  const created = await askForConsent(bank.services.bus, {}, overrides);
  const browser = new PsuClient(bank.portalUrl);
  const page = await browser.open(linkOf(bank, created));
  return { browser, location: (await browser.open(buttonOf(page))).url };
}

async function comeBack(fault: Fault, overrides: object = {}): Promise<Page> {
  const { browser, location } = await openProvider(overrides);
  return browser.open(provider.answerTo(location, { ...fault, claims: { ...STRONG, ...fault.claims } }).href);
}

const isSignedIn = ({ html }: Page): boolean => /name="(code|authenticationMethodId|accounts)"/.test(html);

describe('an ID token is refused (OpenID Connect Core 1.0, 3.1.3.7)', () => {
  it('unless all its claims and its signature are right', async () => {
    expect(isSignedIn(await comeBack({}))).toBe(true);
  });

  it.each<[string, Fault]>([
    ['of another issuer', { claims: { iss: 'http://localhost:1' } }],
    ['for another client', { claims: { aud: 'another' } }],
    ['for several clients, of which another one was authorised', { claims: { aud: ['xs2a', 'b'], azp: 'b' } }],
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['that has expired', { claims: { exp: 1_700_000_000 } }],
    ['that is not valid yet', { claims: { nbf: 4_000_000_000 } }],
    ['that another key has signed', { signedBy: 'another key' }],
    ['that nobody has signed', { signedBy: 'nobody' }],
    ['that is signed with the secret of the client', { signedBy: 'the secret' }],
    ['that does not say when the PSU signed in', { claims: { auth_time: undefined } }],
    ['of a PSU that signed in before this request', { claims: { auth_time: 1_700_000_000 } }],
    ['of another authentication context than was demanded', { claims: { acr: 'weak' } }],
    ['without an authentication context', { claims: { acr: undefined } }],
  ])('%s', async (_, fault) => {
    const page = await comeBack(fault);
    expect(page.html).toContain('Prijavu kod banke nije bilo moguće potvrditi');
    expect(page.url).toContain('/sca/');
    expect(isSignedIn(page)).toBe(false);
  });
});

describe('a PSU that signed in at the provider', () => {
  it.each<[string, Fault, string]>([
    ['is told that the bank does not know it', { claims: { sub: 'nobody' } }, 'ne može koristiti ovu uslugu'],
    ['is told the same where no claim names it', { claims: { sub: 'x'.repeat(101) } }, 'ne može koristiti ovu uslugu'],
    ['is told that its company is another', { claims: { corporate_id: 'corp-9' } }, 'ne može koristiti ovu uslugu'],
    ['is told that the bank has blocked it', { claims: { sub: 'psu-blocked' } }, 'Vaš je pristup blokiran'],
  ])('%s', async (_, fault, says) => {
    const page = await comeBack(fault);
    expect(page.html).toContain('id="notice"');
    expect(page.html).toContain(says);
    expect(isSignedIn(page)).toBe(false);
  });

  it('is refused unless it is the PSU that the TPP named', async () => {
    const page = await comeBack({ claims: { sub: 'psu-multi' } }, { psu: { psuId: 'psu-private' } });
    expect(page.html).toContain('upućen drugoj korisničkoj oznaci');
    expect(isSignedIn(page)).toBe(false);
  });
});

describe('the answer of the provider', () => {
  it('is accepted once: a second use, even in the same browser, is refused before a code is redeemed', async () => {
    const { browser, location } = await openProvider();
    const back = provider.answerTo(location, { claims: STRONG });
    expect(isSignedIn(await browser.open(back.href))).toBe(true);
    const redeemed = provider.redeemed();
    expect((await browser.open(back.href)).status).toBe(400);
    expect(provider.redeemed()).toBe(redeemed);
  });

  it('is accepted only in the browser that was sent there', async () => {
    const { location } = await openProvider();
    const back = provider.answerTo(location, { claims: STRONG });
    expect((await new PsuClient(bank.portalUrl).open(back.href)).status).toBe(400);
  });

  it('is accepted only for its own authorisation', async () => {
    const { bus } = bank.services;
    const [one, other] = await Promise.all([askForConsent(bus), askForConsent(bus)]);
    const referenceOf = ({ authorisation }: typeof one): string => authorisation?.redirectReference ?? '';
    const { location, browserKey } = await bus.ask(beginBankSignIn, { redirectReference: referenceOf(one) });
    const answer = provider.answerTo(location, { claims: STRONG }).search.slice(1);
    const asked = { redirectReference: referenceOf(other), browserKey, answer };
    const { view, session } = await bus.ask(finishBankSignIn, asked);
    expect([view.problem, session]).toEqual(['bankSignInExpired', undefined]);
  });

  it('is refused if it comes from another issuer (RFC 9207)', async () => {
    const { browser, location } = await openProvider();
    const back = provider.answerTo(location, { claims: STRONG });
    back.searchParams.set('iss', 'http://localhost:1');
    expect((await browser.open(back.href)).html).toContain('nije bilo moguće potvrditi');
  });

  it('leads back to the request if the PSU cancelled', async () => {
    const { browser, location } = await openProvider();
    const back = provider.answerTo(location);
    back.searchParams.delete('code');
    back.searchParams.set('error', 'access_denied');
    expect((await browser.open(back.href)).html).toContain('Prijava kod banke nije dovršena');
  });

  it('leads back to the request if the provider is not available, and the PSU may try again', async () => {
    const { browser, location } = await openProvider();
    const page = await browser.open(provider.answerTo(location, { status: 503 }).href);
    expect(page.html).toContain('Prijava kod banke trenutačno nije dostupna');
    const again = (await browser.open(buttonOf(page))).url;
    expect(isSignedIn(await browser.open(provider.answerTo(again, { claims: STRONG }).href))).toBe(true);
  });

  it('is refused after ten minutes', async () => {
    const { browser, location } = await openProvider();
    const back = provider.answerTo(location, { claims: { ...STRONG, auth_time: now() + 660 } });
    bank.services.clock.forward({ minutes: 11 });
    const page = await browser.open(back.href);
    expect(isSignedIn(page)).toBe(false);
  });
});

describe('no secret of a sign-in', () => {
  it('is stored: neither state, nor verifier, nor nonce, nor the key of the browser', async () => {
    const created = await askForConsent(bank.services.bus, {}, creation());
    const redirectReference = created.authorisation?.redirectReference ?? '';
    const { location, state, browserKey } = await bank.services.bus.ask(beginBankSignIn, { redirectReference });
    const stored = JSON.stringify(await bank.services.database('sca').collection('bankSignIns').find().toArray());
    expect(stored).toContain('until');
    const nonce = new URL(location).searchParams.get('nonce') ?? '';
    for (const secret of [state, browserKey, nonce]) expect(stored).not.toContain(secret);
  });
});
