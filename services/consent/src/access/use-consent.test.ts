import {
  type AccessKind,
  type AccountReference,
  authenticatePsu,
  authoriseTransaction,
  openRedirect,
  readConsent,
  readConsentStatus,
  selectMethod,
  terminateConsent,
  useConsent,
} from '@xs2a/contracts';
import { addDays, bankDay, newTraceparent, runInContext, startOfDay } from '@xs2a/service-kit';
import { forAllTests } from '@xs2a/test-kit';
import { approveOnBus, askForConsent, newestCode, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { startServices } from '@xs2a/test-system/start/start-services';
import { beforeAll, describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca', 'consent'));

const tpp = { ...TPP, roles: [...TPP.roles] };
const account = (reference: AccountReference, owners?: string[]) => ({
  resourceId: crypto.randomUUID(),
  reference,
  ...(owners && { owners }),
});
const CURRENT = account({ iban: IBAN.private, currency: 'EUR' });
const SAVINGS = account({ iban: IBAN.savings, currency: 'EUR' });
const CARD = account({ maskedPan: '453200******0017', currency: 'EUR' });

function use(consentId: string, kind: AccessKind = 'list', read?: typeof CURRENT, psuPresent = false) {
  return services.bus.ask(useConsent, { tpp, consentId, psuPresent, kind, ...(read && { account: read }) });
}

async function valid(body: object = {}): Promise<string> {
  const created = await askForConsent(services.bus, body);
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

describe('the decision on access', () => {
  it('refuses a right or an account that was not granted, and counts no access', async () => {
    const consentId = await valid({ access: { accounts: [{ iban: IBAN.private }] } });
    const other = { resourceId: crypto.randomUUID(), reference: { iban: IBAN.savings, currency: 'EUR' } };
    for (let times = 0; times < 6; times++) {
      expect(await situationOf(use(consentId, 'balances', CURRENT))).toBe('consentLacksRight');
      expect(await situationOf(use(consentId, 'details', other))).toBe('accountUnknown');
    }
    expect((await use(consentId, 'details', CURRENT)).rights).toEqual(['accounts']);
  });

  it('treats an account that its PSU no longer has as unknown, and counts no access', async () => {
    const consentId = await valid();
    const read = (...owners: string[]) => use(consentId, 'balances', { ...CURRENT, owners });
    for (let times = 0; times < 6; times++) expect(await situationOf(read('psu-ivo'))).toBe('accountUnknown');
    expect((await read('psu-ivo', 'psu-private')).accessQuota?.remaining).toBe(3);
  });

  it('serves exactly frequencyPerDay of twenty simultaneous unattended reads, separately for each kind', async () => {
    const consentId = await valid();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => situationOf(use(consentId, 'balances', CURRENT))),
    );
    expect(answers.filter((situation) => situation === undefined)).toHaveLength(4);
    expect(answers.filter((situation) => situation === 'accessExceeded')).toHaveLength(16);
    expect(await situationOf(use(consentId, 'transactions', CURRENT))).toBeUndefined();
    expect(await situationOf(use(consentId, 'cardList'))).toBeUndefined();
    expect(await situationOf(use(consentId, 'balances', CURRENT, true))).toBeUndefined();
  });

  it('starts a new day once, even if another replica is still in the previous day', async () => {
    const consentId = await valid();
    const profile = { timeZone: 'Europe/Zagreb' };
    const tomorrow = addDays(bankDay(services.clock.now(), profile), 1);
    services.clock.moveTo(new Date(startOfDay(tomorrow, profile).getTime() + 1_000).toISOString());
    for (let times = 0; times < 3; times++) expect(await situationOf(use(consentId))).toBeUndefined();
    services.clock.forward({ seconds: -10 });
    expect((await use(consentId)).accessQuota).toMatchObject({ limit: 4, remaining: 0 });
    expect(await situationOf(use(consentId))).toBe('accessExceeded');
    services.clock.forward({ seconds: 15 });
    expect(await situationOf(use(consentId))).toBe('accessExceeded');
  });

  it('serves each kind of read once under a one-off consent, with the PSU too', async () => {
    const consentId = await valid({ recurringIndicator: false, frequencyPerDay: 1 });
    expect(await situationOf(use(consentId, 'balances', CURRENT, true))).toBeUndefined();
    expect(await situationOf(use(consentId, 'balances', CURRENT, true))).toBe('accessExceeded');
    expect(await situationOf(use(consentId, 'list', undefined, true))).toBeUndefined();
  });

  it('counts details for each transaction, also for twenty simultaneous reads', async () => {
    const consentId = await valid();
    const details = (transactionId: string) =>
      situationOf(
        services.bus.ask(useConsent, {
          tpp,
          consentId,
          psuPresent: false,
          kind: 'transactionDetails',
          account: CURRENT,
          transactionId,
        }),
      );
    const answers = await Promise.all(Array.from({ length: 20 }, () => details('one')));
    expect(answers.filter((situation) => situation === undefined)).toHaveLength(4);
    expect(answers.filter((situation) => situation === 'accessExceeded')).toHaveLength(16);
    expect(await details('other')).toBeUndefined();
    expect(await situationOf(use(consentId, 'transactions', CURRENT))).toBeUndefined();
  });

  it('serves the details of each transaction once under a one-off consent; the same request again costs nothing', async () => {
    const consentId = await valid({ recurringIndicator: false, frequencyPerDay: 1 });
    const details = (transactionId: string, requestId: string = crypto.randomUUID()) =>
      runInContext({ requestId, traceparent: newTraceparent() }, () =>
        situationOf(
          services.bus.ask(useConsent, {
            tpp,
            consentId,
            psuPresent: true,
            kind: 'transactionDetails',
            account: CURRENT,
            transactionId,
          }),
        ),
      );
    const lost = crypto.randomUUID();
    expect([await details('one', lost), await details('one', lost), await details('two')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([await details('one'), await details('two')]).toEqual(['accessExceeded', 'accessExceeded']);
  });

  it('counts a request once if it is repeated under its X-Request-ID because its response was lost', async () => {
    const consentId = await valid({ recurringIndicator: false, frequencyPerDay: 1 });
    const under = (requestId: string) =>
      runInContext({ requestId, traceparent: newTraceparent() }, () =>
        situationOf(use(consentId, 'balances', CURRENT)),
      );
    const lost = crypto.randomUUID();
    expect([await under(lost), await under(lost), await under(lost)]).toEqual([undefined, undefined, undefined]);
    expect(await under(crypto.randomUUID())).toBe('accessExceeded');
    expect(await under(lost)).toBeUndefined();
    services.clock.forward({ minutes: 2 });
    expect(await under(lost)).toBe('accessExceeded');
  });

  it('permits at most twenty repetitions of a request, and counts each address separately', async () => {
    const consentId = await valid({ recurringIndicator: false, frequencyPerDay: 1 });
    const requestId = crypto.randomUUID();
    const again = (kind: AccessKind) =>
      runInContext({ requestId, traceparent: newTraceparent() }, () => situationOf(use(consentId, kind, CURRENT)));
    for (let times = 0; times <= 20; times++) expect(await again('balances')).toBeUndefined();
    expect(await again('balances')).toBe('accessExceeded');
    expect([await again('transactions'), await again('transactions')]).toEqual([undefined, undefined]);
  });

  it('checks a read that belongs to an earlier access like any other, but does not count it', async () => {
    const consentId = await valid();
    const further = () =>
      services.bus.ask(useConsent, {
        tpp,
        consentId,
        psuPresent: false,
        kind: 'transactions',
        account: CURRENT,
        counted: false,
      });
    for (let page = 0; page < 6; page++) expect(await situationOf(further())).toBeUndefined();
    for (let access = 0; access < 4; access++) {
      expect(await situationOf(use(consentId, 'transactions', CURRENT))).toBeUndefined();
    }
    expect(await situationOf(use(consentId, 'transactions', CURRENT))).toBe('accessExceeded');
    expect(await situationOf(further())).toBeUndefined();
    await services.bus.ask(terminateConsent, { tpp, consentId, requestId: crypto.randomUUID() });
    expect(await situationOf(further())).toBe('consentNotUsable');
  });
});

describe('a global consent (allPsd2)', () => {
  it('gives access to all accounts and cards of the PSU who approves it, with all rights', async () => {
    const consentId = await valid({ access: { allPsd2: 'allAccounts' } });
    for (const read of [CURRENT, SAVINGS, CARD]) {
      expect((await use(consentId, 'transactions', read, true)).rights).toEqual([
        'accounts',
        'balances',
        'transactions',
      ]);
    }
    const { access } = await services.bus.ask(readConsent, { tpp, consentId });
    expect(access).toEqual({ allPsd2: 'allAccounts' });
  });

  it('gives access only to the types of account that it is limited to', async () => {
    const consentId = await valid({ access: { allPsd2: 'allAccounts', restrictedTo: ['SVGS'] } });
    expect(await situationOf(use(consentId, 'balances', SAVINGS, true))).toBeUndefined();
    expect(await situationOf(use(consentId, 'balances', CURRENT, true))).toBe('accountUnknown');
  });

  it('names the accounts to the PSU after the sign-in, and not before it', async () => {
    const { redirectReference, view } = await signedIn({ allPsd2: 'allAccounts' });
    expect(view.content.kind === 'consent' && view.content.grants).toHaveLength(3);
    const opened = await services.bus.ask(openRedirect, { redirectReference });
    expect(opened.view.content).toMatchObject({ grants: [] });
  });
});

describe('a consent for the list of available accounts', () => {
  it('gives the list, and neither details nor balances nor transactions', async () => {
    const consentId = await valid({ access: { availableAccounts: 'allAccounts' } });
    expect((await use(consentId, 'list', undefined, true)).grants).toHaveLength(3);
    for (const kind of ['details', 'balances', 'transactions'] as const) {
      expect(await situationOf(use(consentId, kind, CURRENT, true))).toBe('consentLacksRight');
    }
  });

  it('with balances shows them in the list, and nowhere else', async () => {
    const consentId = await valid({ access: { availableAccountsWithBalance: 'allAccounts' } });
    const { grants } = await use(consentId, 'list', undefined, true);
    expect(grants.every(({ rights }) => rights.includes('balancesInList'))).toBe(true);
    expect(await situationOf(use(consentId, 'balances', CURRENT, true))).toBe('consentLacksRight');
  });

  it('requested with owner names grants them on every account', async () => {
    const consentId = await valid({ access: { availableAccounts: 'allAccountsWithOwnerName' } });
    const { grants } = await use(consentId, 'list', undefined, true);
    expect(grants.map(({ ownerName }) => ownerName)).toEqual([true, true, true]);
  });
});

describe('a bank-offered consent', () => {
  it('gives access to the accounts that the PSU chose, and its content names them from then on', async () => {
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
    expect(await situationOf(use(consentId, 'balances', SAVINGS, true))).toBeUndefined();
    expect(await situationOf(use(consentId, 'balances', CURRENT, true))).toBe('accountUnknown');
  });

  it('is not approved without a choice, or with accounts that were not offered', async () => {
    const { session } = await signedIn({ accounts: [] });
    const none = await services.bus.ask(selectMethod, { session, authenticationMethodId: 'sms' });
    expect(none.view).toMatchObject({ step: 'methodSelection', problem: 'accountsNotChosen' });
    const foreign = { session: none.session ?? '', authenticationMethodId: 'sms', accounts: ['99'] };
    expect((await services.bus.ask(selectMethod, foreign)).view.problem).toBe('accountsNotChosen');
  });

  it('invalidates the code for one choice when another is made', async () => {
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
  it('expires some minutes after the PSU approved it, for the next read and in its status', async () => {
    const created = await askForConsent(services.bus, { recurringIndicator: false, frequencyPerDay: 1 });
    await approveOnBus(services.bus, created);
    const { consentId } = created;
    const read = () => situationOf(services.bus.ask(useConsent, { tpp, consentId, psuPresent: true, kind: 'list' }));
    services.clock.forward({ minutes: 21 });
    expect(await read()).toBe('consentExpired');
    expect(await services.bus.ask(readConsentStatus, { tpp, consentId })).toEqual({ consentStatus: 'expired' });
  });
});

/** Noon of a day in spring; the clocks go forward in the night to 28 March. */
const AUTHORISED = '2027-03-20T11:00:00Z';

/** The consent under which history is read. */
let consentOfHistory: string;

/** Returns a reader of a separate account, so that the test sees the accesses that a read costs. */
function reader(psuPresent = false) {
  const own = account({ iban: IBAN.private, currency: 'EUR' });
  return (day: string, kind: 'transactions' | 'transactionDetails' = 'transactions') =>
    services.bus.ask(useConsent, {
      tpp,
      consentId: consentOfHistory,
      psuPresent,
      kind,
      account: own,
      oldest: { day, path: 'dateFrom' },
    });
}

describe('history without fresh SCA (RTS Art. 10: 90 days)', () => {
  beforeAll(async () => {
    services.clock.moveTo(AUTHORISED);
    consentOfHistory = await valid();
  });

  it.each([
    // Ten seconds before, because the clock runs during a test.
    ['the end of a day in winter time', '2027-03-27T22:59:50Z', '2026-12-27'],
    ['midnight in Zagreb', '2027-03-27T23:00:00Z', '2026-12-28'],
    ['the hour that the change of the clock leaves out', '2027-03-28T01:00:00Z', '2026-12-28'],
    ['the end of a day of 23 hours', '2027-03-28T21:59:50Z', '2026-12-28'],
    ['the next midnight, now in summer time', '2027-03-28T22:00:00Z', '2026-12-29'],
    ['a day in May, over the end of February', '2027-05-30T12:00:00Z', '2027-03-01'],
  ])('is given from 90 days ago on, 89 too and 91 not, at %s', async (_, moment, earliest) => {
    services.clock.moveTo(moment);
    const read = reader(true);
    const [day89, day91] = [addDays(earliest, 1), addDays(earliest, -1)];
    await expect(read(day91)).rejects.toMatchObject({ situation: 'periodInvalid', path: 'dateFrom' });
    expect((await read(earliest)).earliestDay).toBe(earliest);
    expect((await read(day89)).earliestDay).toBe(earliest);
  });

  it('costs no access if it is refused, and the refusal names the first permitted day', async () => {
    services.clock.moveTo('2027-04-10T12:00:00Z');
    const read = reader();
    for (let times = 0; times < 6; times++) {
      for (const kind of ['transactions', 'transactionDetails'] as const) {
        await expect(read('2027-01-09', kind)).rejects.toMatchObject({
          situation: 'periodInvalid',
          text: expect.stringContaining('2027-01-10'),
        });
      }
    }
    expect((await read('2027-01-10')).accessQuota).toMatchObject({ limit: 4, remaining: 3 });
  });
});

describe('history with fresh SCA', () => {
  it('is served without a limit for 60 minutes, and costs an access', async () => {
    consentOfHistory = await valid();
    const consents = services.database('consent').collection<{ _id: string }>('consents');
    const stored = await consents.findOne({ _id: consentOfHistory });
    const { authorisedAt } = stored as unknown as { authorisedAt: Date };
    const read = reader();
    const after = (seconds: number) =>
      services.clock.moveTo(new Date(authorisedAt.getTime() + seconds * 1_000).toISOString());
    after(3_590);
    expect((await read('2020-01-01')).accessQuota).toMatchObject({ remaining: 3 });
    after(3_601);
    await expect(read('2020-01-01')).rejects.toMatchObject({ situation: 'periodInvalid' });
    expect((await read('2027-04-01')).accessQuota).toMatchObject({ remaining: 2 });
  });
});
