import {
  approveSignedIn,
  beginBankSignIn,
  finishBankSignIn,
  readConsent,
  readConsentStatus,
  readFundsConsentStatus,
} from '@xs2a/contracts';
import { forAllTests, type Page, PsuClient } from '@xs2a/test-kit';
import { askForConsent, askForFundsConsent, askForPayment, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { describe, expect, it } from 'vitest';
import { startFaultyProvider } from './faulty-provider.ts';
import { buttonOf, linkOf, type SignInBank, startSignInBank } from './sign-in-bank.ts';

const SETTINGS = ', acrValues: [strong, weak], bothFactorsAcrValues: [strong]';
const ASKS_FOR_SECOND_FACTOR = /name="(code|authenticationMethodId)"/;
const tpp = { ...TPP, roles: [...TPP.roles] };

type Created = Awaited<ReturnType<typeof askForConsent>>;
type Asked = Pick<Created, 'authorisation'>;

const provider = forAllTests(() => startFaultyProvider());
const bank = forAllTests(() => startSignInBank({ issuer: provider.issuer, more: SETTINGS }));

/** Signs the PSU in at the provider and returns the page of the request after it. */
async function signIn(at: SignInBank, asked: Asked, acr = 'strong', sub = 'psu-private') {
  const browser = new PsuClient(at.portalUrl);
  const page = await browser.open(linkOf(at, asked));
  const { url: location } = await browser.open(buttonOf(page));
  return { browser, page: await browser.open(provider.answerTo(location, { claims: { acr, sub } }).href) };
}

const approve = (browser: PsuClient, page: Page, fields: Record<string, string> = {}) =>
  browser.submit(page, fields, '/approve');

async function statusOf({ consentId }: Created, at: SignInBank = bank): Promise<string> {
  return (await at.services.bus.ask(readConsentStatus, { tpp, consentId })).consentStatus;
}

const stored = ({ authorisation }: Asked, at: SignInBank = bank) =>
  at.services
    .database('sca')
    .collection('authorisations')
    .findOne({ redirectReference: authorisation?.redirectReference });

describe('a bank sign-in whose acr stands for both factors', () => {
  it('asks for no second factor: the PSU reviews the consent and approves it', async () => {
    const created = await askForConsent(bank.services.bus);
    const { browser, page } = await signIn(bank, created);
    expect(page.html).not.toMatch(ASKS_FOR_SECOND_FACTOR);
    expect(page.html).toContain('HR27');
    expect(await statusOf(created)).toBe('received');
    expect((await approve(browser, page)).url).toBe('https://tpp.example/ok');
    expect(await statusOf(created)).toBe('valid');
  });

  it('also approves a consent to funds confirmations', async () => {
    const { bus } = bank.services;
    const created = await askForFundsConsent(bus);
    const { browser, page } = await signIn(bank, created);
    await approve(browser, page);
    const { consentStatus } = await bus.ask(readFundsConsentStatus, { tpp, consentId: created.consentId });
    expect(consentStatus).toBe('valid');
  });

  it('is recorded in the history with its acr, which cannot be changed afterwards', async () => {
    const created = await askForConsent(bank.services.bus);
    const { browser, page } = await signIn(bank, created);
    await approve(browser, page);
    const authorisation = await stored(created);
    expect(authorisation?.['history']).toMatchObject([
      {},
      { event: 'authenticated', by: 'psu', psuId: 'psu-private', reason: 'acr strong' },
      { event: 'approved', from: 'psuAuthenticated', to: 'finalised', by: 'psu', psuId: 'psu-private' },
    ]);
  });

  it('lets the PSU choose the accounts: nothing is approved before the choice', async () => {
    const { bus } = bank.services;
    const created = await askForConsent(bus, { access: { accounts: [], balances: [], transactions: [] } });
    const { browser, page } = await signIn(bank, created);
    const [, key = ''] = /name="accounts" value="([^"]+)"/.exec(page.html) ?? [];
    const again = await approve(browser, page);
    expect(await statusOf(created)).toBe('received');
    await approve(browser, again, { accounts: key });
    expect(await statusOf(created)).toBe('valid');
    const { access } = await bus.ask(readConsent, { tpp, consentId: created.consentId });
    expect(JSON.stringify(access).match(/HR\d{19}/g)).not.toBeNull();
  });

  it('grants every offered account if the PSU chooses all at once', async () => {
    const { bus } = bank.services;
    const created = await askForConsent(bus, { access: { accounts: [], balances: [], transactions: [] } });
    const { browser, page } = await signIn(bank, created);
    const offered = page.html.match(/name="accounts"/g) ?? [];
    expect(offered.length).toBeGreaterThan(1);
    await approve(browser, page, { allAccounts: 'true' });
    const { access } = await bus.ask(readConsent, { tpp, consentId: created.consentId });
    expect(access.accounts).toHaveLength(offered.length);
  });

  it('lets the PSU decline', async () => {
    const created = await askForConsent(bank.services.bus);
    const { browser, page } = await signIn(bank, created);
    await browser.submit(page, {}, '/decline');
    expect(await statusOf(created)).toBe('rejected');
  });

  it('approves once, however often the form is sent', async () => {
    const created = await askForConsent(bank.services.bus);
    const { browser, page } = await signIn(bank, created);
    await Promise.all(Array.from({ length: 10 }, () => approve(browser, page)));
    expect(await statusOf(created)).toBe('valid');
    const history = (await stored(created))?.['history'];
    expect((history as { event: string }[]).filter(({ event }) => event === 'approved').length).toBe(1);
  });
});

describe('a PSU that has no SCA method of its own', () => {
  it.each([
    ['accounts of another one', {}],
    ['accounts that it does not have', { access: { allPsd2: 'allAccounts' } }],
  ])('approves no access to %s', async (_, body) => {
    const created = await askForConsent(bank.services.bus, body);
    const { page } = await signIn(bank, created, 'strong', 'psu-nofactor');
    expect(page.html).toContain('Niste ovlašteni za račune iz ovog zahtjeva');
    expect((await stored(created))?.['scaStatus']).toBe('received');
  });
});

describe('the second factor is required', () => {
  it('after a sign-in with one factor', async () => {
    const { page } = await signIn(bank, await askForConsent(bank.services.bus), 'weak');
    expect(page.html).toMatch(ASKS_FOR_SECOND_FACTOR);
  });

  it('for a payment, whose code is bound to amount and payee (RTS 2018/389, Art. 5)', async () => {
    const created = await askForPayment(bank.services.bus);
    const { page } = await signIn(bank, created);
    expect(page.html).toMatch(ASKS_FOR_SECOND_FACTOR);
    expect((await stored(created))?.['bothFactors']).toBeUndefined();
  });

  it('when the PSU signs in again with one factor, even if it used both before', async () => {
    const created = await askForConsent(bank.services.bus);
    const { browser: first, page: before } = await signIn(bank, created);
    const { page } = await signIn(bank, created, 'weak');
    expect(page.html).toMatch(ASKS_FOR_SECOND_FACTOR);
    await approve(first, before);
    expect(await statusOf(created)).toBe('received');
  });

  it('when a session asks to approve without it', async () => {
    const { bus } = bank.services;
    const created = await askForConsent(bus);
    const redirectReference = created.authorisation?.redirectReference ?? '';
    const { location, browserKey } = await bus.ask(beginBankSignIn, { redirectReference });
    const answer = provider.answerTo(location, { claims: { acr: 'weak' } }).search.slice(1);
    const { session = '' } = await bus.ask(finishBankSignIn, { redirectReference, browserKey, answer });
    expect((await bus.ask(approveSignedIn, { session })).view.bothFactors).toBeUndefined();
    expect(await statusOf(created)).toBe('received');
    expect(await situationOf(bus.ask(approveSignedIn, { session: 'guessed' }))).toBe('scaSessionOver');
  });
});

it('an approval waits for the confirmation that the bank requires (authorisationConfirmation)', async () => {
  const settings = 'authorisationConfirmation: true';
  await using confirming = await startSignInBank({ issuer: provider.issuer, more: SETTINGS, settings });
  const created = await askForConsent(confirming.services.bus);
  const { browser, page } = await signIn(confirming, created);
  await approve(browser, page);
  expect(await statusOf(created, confirming)).toBe('received');
  expect((await stored(created, confirming))?.['scaStatus']).toBe('unconfirmed');
});
