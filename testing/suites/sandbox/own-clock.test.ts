import { busPermissions, PARTICIPANTS, SANDBOX_OPERATIONS, type Workspace } from '@xs2a/contracts';
import { addDays, bankDay, runInContext } from '@xs2a/service-kit';
import { forAllTests, hrefOf, PsuClient } from '@xs2a/test-kit';
import { paymentOrder } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { startServicesWith } from '@xs2a/test-system/start/start-services';
import { describe, expect, it } from 'vitest';
import { DeveloperDays, SINGLE, STANDING } from './developer-days.ts';
import { consentFor, type Developer, EMBEDDED, startDeveloperSandbox } from './start-developer-sandbox.ts';

const REDIRECT = { 'TPP-Redirect-Preferred': 'true', 'TPP-Redirect-URI': 'https://tpp.example/ok' };
const SERVICES = ['gateway', 'consent', 'sca', 'accounts', 'payments', 'bank', 'portal', 'notifier'] as const;

const sandbox = forAllTests(() => startDeveloperSandbox({}, ...SERVICES));
const days = forAllTests(() => new DeveloperDays(sandbox));
const ana = forAllTests(() =>
  sandbox.register({ psus: [{ name: 'Ana', accounts: [{ balance: '1000.00', months: 1 }] }] }),
);
const ivo = forAllTests(() =>
  sandbox.register({ psus: [{ name: 'Ivo', accounts: [{ balance: '1000.00', months: 1 }] }] }),
);

const today = (): string => days.today();
const simulate: DeveloperDays['simulate'] = (by, simulation) => days.simulate(by, simulation);
const daysPass: DeveloperDays['daysPass'] = (by, count) => days.daysPass(by, count);
const pay: DeveloperDays['pay'] = (by, address, more) => days.pay(by, address, more);
const consented: DeveloperDays['consented'] = (by, more) => days.consented(by, more);
const list: DeveloperDays['list'] = (by, consentId) => days.list(by, consentId);
const bookedOn: DeveloperDays['bookedOn'] = (by, consentId) => days.bookedOn(by, consentId);

describe('a day that passes for a developer', () => {
  it('executes standing orders and payments for a later day on their days, and nothing of others', async () => {
    const first = addDays(today(), 3);
    const both = await Promise.all(
      [ana, ivo].map(async (by) => ({
        standing: await pay(by, STANDING, { startDate: first, frequency: 'Weekly', executionRule: 'preceding' }),
        later: await pay(by, SINGLE, { requestedExecutionDate: addDays(today(), 20) }),
      })),
    );
    const [own, other] = both;
    if (own === undefined || other === undefined) throw new Error('two developers are there');
    expect([await own.later.status(), await own.standing.status()]).toEqual(['ACCP', 'ACCP']);
    expect((await daysPass(ana, 31)).simulation.today).toBe(addDays(today(), 31));
    await eventually(
      () => own.later.status(),
      (status) => status === 'ACSC',
    );
    expect(await own.standing.status()).toBe('ACCP');
    const consent = await consented(ana);
    const booked = await bookedOn(ana, consent.id);
    const bookedDays = [...booked.keys()].toSorted();
    // Weekly from the third day: 3, 10, 17, 24, 31; and one payment on the twentieth. Weekends move them.
    expect([...booked.values()].flat().filter((amount) => amount === '-10.00')).toHaveLength(6);
    expect(bookedDays.length).toBeGreaterThanOrEqual(5);
    expect(bookedDays.every((day) => day > today() && day <= addDays(today(), 31))).toBe(true);
    expect(await other.later.status()).toBe('ACCP');
    const othersConsent = await consented(ivo);
    expect([...(await bookedOn(ivo, othersConsent.id)).keys()]).toEqual([]);
    const executions = sandbox.services.database('payments').collection('executions');
    expect(await executions.countDocuments({ paymentId: other.standing.id })).toBe(0);
    // As many days from now as from the developer's day.
    await daysPass(ana, 7);
    expect([...(await bookedOn(ana, consent.id)).values()].flat().filter((amount) => amount === '-10.00')).toHaveLength(
      7,
    );
  });

  it('ends consents after their last day: status and reads show it, from the day after', async () => {
    const day = (await simulate(ana, { what: 'device', state: 'answering' })).workspace.simulation.today;
    const consent = await consented(ana, { validUntil: addDays(day, 10) });
    const others = await consented(ivo, { validUntil: addDays(today(), 10) });
    await daysPass(ana, 10);
    expect([await consent.status(), (await list(ana, consent.id)).status]).toEqual(['valid', 200]);
    await daysPass(ana, 1);
    expect(await consent.status()).toBe('expired');
    const refused = await list(ana, consent.id);
    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('CONSENT_EXPIRED')]);
    expect([await others.status(), (await list(ivo, others.id)).status]).toEqual(['valid', 200]);
    const consents = sandbox.services
      .database('consent')
      .collection<{ _id: string; consentStatus: string }>('consents');
    const stored = await consents.findOne({ _id: consent.id });
    expect(stored?.consentStatus).toBe('expired');
  });

  it('begins a new count of reads without the PSU', async () => {
    const consent = await consented(ana, { frequencyPerDay: 1 });
    const others = await consented(ivo, { frequencyPerDay: 1 });
    const both = async () => [(await list(ana, consent.id)).status, (await list(ivo, others.id)).status];
    expect(await both()).toEqual([200, 200]);
    expect(await both()).toEqual([429, 429]);
    await daysPass(ana, 1);
    expect(await both()).toEqual([200, 429]);
  });

  it('ends authorisations that nobody finished, with their resources', async () => {
    const created = await consentFor(ana, ana.iban);
    const others = await consentFor(ivo, ivo.iban);
    const driver = sandbox.driverOf(ana, ana.psu, ana.key);
    const last = await driver.untilCode(created);
    const code = await driver.newestCode();
    await daysPass(ana, 2);
    const scaStatus = (await ana.tpp.follow(last, 'scaStatus')).body['scaStatus'];
    const consentStatus = (await ana.tpp.follow(created, 'status')).body['consentStatus'];
    expect([scaStatus, consentStatus]).toEqual(['failed', 'rejected']);
    expect((await driver.enterCode(last, code)).status).toBeGreaterThanOrEqual(400);
    expect((await ivo.tpp.follow(others, 'status')).body['consentStatus']).toBe('received');
  });

  it('ends links to the pages of the bank, sessions on them, and codes', async () => {
    const browsers = await Promise.all(
      [ana, ivo].map(async (by) => {
        const unopened = hrefOf(await consentFor(by, by.iban, REDIRECT), 'scaRedirect');
        const opened = hrefOf(await consentFor(by, by.iban, REDIRECT), 'scaRedirect');
        const browser = new PsuClient(sandbox.portalUrl);
        const { psuId, password } = by.psu;
        let page = await browser.submit(await browser.open(opened), { psuId, password });
        page = await browser.submit(page, { authenticationMethodId: 'sms' });
        expect(page.html).toContain('name="code"');
        const code = await sandbox.driverOf(by, by.psu, by.key).newestCode();
        return { unopened, browser, page, code, login: await signedIn(by) };
      }),
    );
    const ended = async ({ unopened, browser, page, code, login }: (typeof browsers)[number]) => ({
      link: (await browser.open(unopened)).html.includes('name="password"'),
      code: (await browser.submit(page, { code })).url.startsWith('https://tpp.example/ok'),
      permissions: (await login.browser.open(login.url)).html.includes('name="password"'),
    });
    await days.daysPass(ana, 1);
    expect(await Promise.all(browsers.map(ended))).toEqual([
      { link: false, code: false, permissions: true },
      { link: true, code: true, permissions: false },
    ]);
    // On the new day a new link works.
    const scaRedirect = hrefOf(await consentFor(ana, ana.iban, REDIRECT), 'scaRedirect');
    const answer = await sandbox.ask('POST', '/mine/redirects', ana.key, { scaRedirect, answer: 'approve' });
    expect(await answer.json()).toMatchObject({ scaStatus: 'finalised' });
  });

  it('keeps the redirect pages, certificates and notifications working', async () => {
    const created = await consentFor(ana, ana.iban, {
      'TPP-Redirect-Preferred': 'true',
      'TPP-Redirect-URI': 'https://tpp.example/ok',
      'TPP-Notification-URI': `${sandbox.portalUrl}/sandbox/notifications/${ana.workspace.id}`,
      'TPP-Notification-Content-Preferred': 'status=PROCESS',
    });
    const wish = { scaRedirect: hrefOf(created, 'scaRedirect'), answer: 'approve' };
    const answer = await sandbox.ask('POST', '/mine/redirects', ana.key, wish);
    expect(await answer.json()).toMatchObject({ scaStatus: 'finalised' });
    expect((await ana.tpp.follow(created, 'status')).body['consentStatus']).toBe('valid');
    const box = `${sandbox.portalUrl}/sandbox/notifications/${ana.workspace.id}`;
    await eventually(
      async () => (await fetch(box, { headers: { Accept: 'application/json' } })).text(),
      (told) => told.includes(String(created.body['consentId'])) && told.includes('"valid"'),
    );
    const issued = await sandbox.ask('POST', '/mine/certificates', ana.key, { kind: 'qwac' });
    expect(issued.status).toBe(201);
  });

  it('moves nothing of the shared test users, even if the developer pays from them', async () => {
    const shared = { psuId: 'psu-private', password: 'psu-private-pass' } as Developer['psu'];
    const order = paymentOrder({ instructedAmount: { currency: 'EUR', amount: '1.11' } });
    const created = await ana.tpp.post(SINGLE, order, { headers: EMBEDDED });
    await sandbox.approved(ana, created, shared);
    const id = String(created.body['paymentId']);
    await eventually(
      async () => (await ana.tpp.get(`${SINGLE}/${id}/status`)).body['transactionStatus'],
      (status) => status === 'ACSC',
    );
    const postings = sandbox.services
      .database('bank')
      .collection<{ paymentId?: string; day?: string; at: Date }>('postings');
    const posting = await postings.findOne({ paymentId: id });
    expect(bankDay(posting?.at ?? new Date(0), { timeZone: 'Europe/Zagreb' })).toBe(today());
  });

  it('returns to the day of the bank on a reset', async () => {
    const { workspace } = (await (await sandbox.ask('POST', '/mine/reset', ana.key)).json()) as {
      workspace: Workspace;
    };
    expect(workspace.simulation.today).toBe(today());
    for (const service of ['bank', 'consent', 'sca', 'accounts', 'payments'] as const) {
      expect(await sandbox.services.database(service).collection('sandboxClocks').countDocuments()).toBe(0);
    }
    const consent = await consented(ana);
    expect((await list(ana, consent.id)).status).toBe(200);
  });
});

describe('in production', () => {
  it('no clock can be moved: no service may ask or answer, and a message with a clock changes nothing', async () => {
    const moved = [...SANDBOX_OPERATIONS].filter((subject) => subject.endsWith('.moveClock'));
    expect(moved).toHaveLength(5);
    const allowed = PARTICIPANTS.flatMap((one) => Object.values(busPermissions(one, { sandbox: false })).flat());
    expect(moved.filter((subject) => allowed.includes(subject))).toEqual([]);
    await using production = await startServicesWith({ SANDBOX: 'false' }, 'consent', 'payments');
    for (const subject of ['consent.moveClock', 'payments.moveClock']) {
      const asked = production.bus.send(subject, { workspace: 'abcdefghij', daysAhead: 400 }, 'write');
      await expect(asked).rejects.toThrow('serviceUnavailable');
    }
    const names = await production.database('consent').listCollections().toArray();
    expect(names.map(({ name }) => name)).not.toContain('sandboxClocks');
    const ahead = {
      requestId: 'r',
      traceparent: '00-1-1-00',
      scope: { name: 'abcdefghij', aheadMs: 400 * 86_400_000 },
    };
    const { kit } = production.running.consent;
    expect(runInContext(ahead, kit.now).getTime() - Date.now()).toBeLessThan(60_000);
  });
});

/** Signs a PSU in to its permissions. */
async function signedIn({ psu: { psuId, password } }: Developer) {
  const browser = new PsuClient(sandbox.portalUrl);
  const url = `${sandbox.portalUrl}/permissions`;
  await browser.submit(await browser.open(url), { psuId, password });
  return { browser, url };
}
