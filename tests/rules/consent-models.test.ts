import {
  type AccessKind,
  type AccountReference,
  authenticatePsu,
  authoriseTransaction,
  openRedirect,
  readConsent,
  readConsentStatus,
  selectMethod,
  useConsent,
} from '@xs2a/contracts';
import { approveOnBus, askForConsent, newestCode, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/fixtures';
import { startServices, type TestServices } from '@xs2a/test-system/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let services: TestServices;
beforeAll(async () => {
  services = await startServices('bank', 'sca', 'consent');
});
afterAll(() => services[Symbol.asyncDispose]());

const tpp = { ...TPP, roles: [...TPP.roles] };
const account = (reference: AccountReference) => ({ resourceId: crypto.randomUUID(), reference });
const CURRENT = account({ iban: IBAN.private, currency: 'EUR' });
const SAVINGS = account({ iban: IBAN.savings, currency: 'EUR' });
const CARD = account({ maskedPan: '453200******0017', currency: 'EUR' });

function use(consentId: string, kind: AccessKind, read?: typeof CURRENT) {
  return services.bus.ask(useConsent, { tpp, consentId, psuPresent: true, kind, ...(read && { account: read }) });
}

async function approved(access: object): Promise<string> {
  const created = await askForConsent(services.bus, { access });
  await approveOnBus(services.bus, created);
  return created.consentId;
}

async function signedIn(access: object) {
  const created = await askForConsent(services.bus, { access });
  const redirectReference = created.authorisation?.redirectReference ?? '';
  const password = 'psu-private-pass';
  const answer = await services.bus.ask(authenticatePsu, { redirectReference, psuId: 'psu-private', password });
  return { created, redirectReference, view: answer.view, session: answer.session ?? '' };
}

describe('a global consent (allPsd2)', () => {
  it('opens all accounts and cards of the PSU who approves it, with all rights', async () => {
    const consentId = await approved({ allPsd2: 'allAccounts' });
    for (const read of [CURRENT, SAVINGS, CARD]) {
      expect((await use(consentId, 'transactions', read)).rights).toEqual(['accounts', 'balances', 'transactions']);
    }
    const { access } = await services.bus.ask(readConsent, { tpp, consentId });
    expect(access).toEqual({ allPsd2: 'allAccounts' });
  });

  it('limited to kinds of account opens those alone', async () => {
    const consentId = await approved({ allPsd2: 'allAccounts', restrictedTo: ['SVGS'] });
    expect(await situationOf(use(consentId, 'balances', SAVINGS))).toBeUndefined();
    expect(await situationOf(use(consentId, 'balances', CURRENT))).toBe('accountUnknown');
  });

  it('names the accounts to the PSU after the sign-in, and to nobody before it', async () => {
    const { redirectReference, view } = await signedIn({ allPsd2: 'allAccounts' });
    expect(view.content.kind === 'consent' && view.content.grants).toHaveLength(3);
    const opened = await services.bus.ask(openRedirect, { redirectReference });
    expect(opened.view.content).toMatchObject({ grants: [] });
  });
});

describe('a consent for the list of available accounts', () => {
  it('opens the list, and neither details nor balances nor transactions', async () => {
    const consentId = await approved({ availableAccounts: 'allAccounts' });
    expect((await use(consentId, 'list')).grants).toHaveLength(3);
    for (const kind of ['details', 'balances', 'transactions'] as const) {
      expect(await situationOf(use(consentId, kind, CURRENT))).toBe('consentLacksRight');
    }
  });

  it('with balances shows them in the list, and nowhere else', async () => {
    const consentId = await approved({ availableAccountsWithBalance: 'allAccounts' });
    const { grants } = await use(consentId, 'list');
    expect(grants.every(({ rights }) => rights.includes('balancesInList'))).toBe(true);
    expect(await situationOf(use(consentId, 'balances', CURRENT))).toBe('consentLacksRight');
  });

  it('asked for with owner names is treated like one without (never refused)', async () => {
    expect(
      await situationOf(askForConsent(services.bus, { access: { availableAccounts: 'allAccountsWithOwnerName' } })),
    ).toBeUndefined();
  });
});

describe('a bank-offered consent', () => {
  it('opens the accounts that the PSU chose, and its content names them from then on', async () => {
    const { created, view, session } = await signedIn({ balances: [], transactions: [] });
    expect(view.offeredAccounts?.map(({ reference }) => reference)).toContainEqual({ iban: IBAN.savings });
    const savings = view.offeredAccounts?.find(({ reference }) => reference.iban === IBAN.savings)?.key ?? '';
    const chosen = await services.bus.ask(selectMethod, {
      session,
      authenticationMethodId: 'sms',
      accounts: [savings],
    });
    expect(chosen.view.content).toMatchObject({ grants: [{ account: { iban: IBAN.savings } }] });
    const code = await newestCode(services.bus);
    const done = await services.bus.ask(authoriseTransaction, {
      session: chosen.session ?? '',
      scaAuthenticationData: code,
    });
    expect(done.view.scaStatus).toBe('finalised');
    const { consentId } = created;
    const { access } = await services.bus.ask(readConsent, { tpp, consentId });
    expect(access).toEqual({ balances: [{ iban: IBAN.savings }], transactions: [{ iban: IBAN.savings }] });
    expect(await situationOf(use(consentId, 'balances', SAVINGS))).toBeUndefined();
    expect(await situationOf(use(consentId, 'balances', CURRENT))).toBe('accountUnknown');
  });

  it('without a choice, or with a choice that was not offered, goes no further', async () => {
    const { session } = await signedIn({ accounts: [] });
    const none = await services.bus.ask(selectMethod, { session, authenticationMethodId: 'sms' });
    expect(none.view).toMatchObject({ step: 'methodSelection', problem: 'accountsNotChosen' });
    const foreign = { session: none.session ?? '', authenticationMethodId: 'sms', accounts: ['99'] };
    expect((await services.bus.ask(selectMethod, foreign)).view.problem).toBe('accountsNotChosen');
  });

  it('another choice kills the code that was sent for the first', async () => {
    const { view, session } = await signedIn({ accounts: [] });
    const [first, second] = view.offeredAccounts?.map(({ key }) => key) ?? [];
    const once = await services.bus.ask(selectMethod, {
      session,
      authenticationMethodId: 'sms',
      accounts: [first ?? ''],
    });
    const code = await newestCode(services.bus);
    const twice = await services.bus.ask(selectMethod, {
      session: once.session ?? '',
      authenticationMethodId: 'sms',
      accounts: [second ?? ''],
    });
    const entered = await services.bus.ask(authoriseTransaction, {
      session: twice.session ?? '',
      scaAuthenticationData: code,
    });
    expect(entered.view.problem).toBe('codeInvalid');
  });
});

describe('a one-off consent', () => {
  it('is expired some minutes after the PSU approved it, on the next read and in its status', async () => {
    await using later = await startServices('bank', 'sca', 'consent');
    const created = await askForConsent(later.bus, { recurringIndicator: false, frequencyPerDay: 1 });
    await approveOnBus(later.bus, created);
    const { consentId } = created;
    const read = () => situationOf(later.bus.ask(useConsent, { tpp, consentId, psuPresent: true, kind: 'list' }));
    later.clock.forward({ minutes: 21 });
    expect(await read()).toBe('consentExpired');
    expect(await later.bus.ask(readConsentStatus, { tpp, consentId })).toEqual({ consentStatus: 'expired' });
  });
});
