import { busPermissions, PARTICIPANTS, SANDBOX_OPERATIONS, type Workspace } from '@xs2a/contracts';
import { addDays, bankDay, runInContext } from '@xs2a/service-kit';
import { hrefOf, type TppAnswer } from '@xs2a/test-kit';
import { consentOrder, paymentOrder } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { startServicesWith } from '@xs2a/test-system/start/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  consentFor,
  type Developer,
  type DeveloperSandbox,
  EMBEDDED,
  startDeveloperSandbox,
} from './start-developer-sandbox.ts';

const SERVICES = ['gateway', 'consent', 'sca', 'accounts', 'payments', 'bank', 'portal', 'notifier'] as const;
const SINGLE = '/v1/payments/sepa-credit-transfers';
const STANDING = '/v1/periodic-payments/sepa-credit-transfers';

let sandbox: DeveloperSandbox;
let ana: Developer;
let ivo: Developer;
beforeAll(async () => {
  sandbox = await startDeveloperSandbox({}, ...SERVICES);
  ana = await sandbox.register({ psus: [{ name: 'Ana', accounts: [{ balance: '1000.00', months: 1 }] }] });
  ivo = await sandbox.register({ psus: [{ name: 'Ivo', accounts: [{ balance: '1000.00', months: 1 }] }] });
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const today = (): string => bankDay(sandbox.services.clock.now(), { timeZone: 'Europe/Zagreb' });

async function simulate({ key }: Developer, simulation: object): Promise<{ done: boolean; workspace: Workspace }> {
  const answer = await sandbox.ask('POST', '/mine/simulations', key, simulation);
  expect(answer.status).toBe(200);
  return (await answer.json()) as { done: boolean; workspace: Workspace };
}

async function daysPass(by: Developer, days: number): Promise<Workspace> {
  const { done, workspace } = await simulate(by, { what: 'daysPass', days });
  expect(done).toBe(true);
  return workspace;
}

async function pay(by: Developer, address: string, more: object): Promise<{ id: string; status(): Promise<unknown> }> {
  const order = paymentOrder({
    debtorAccount: { iban: by.iban },
    instructedAmount: { currency: 'EUR', amount: '10.00' },
    ...more,
  });
  const created = await by.tpp.post(address, order, { headers: EMBEDDED });
  expect([created.status, created.text]).toEqual([201, expect.any(String)]);
  await sandbox.approved(by, created);
  const id = String(created.body['paymentId']);
  return {
    id,
    status: async () => (await by.tpp.get(`${address}/${id}/status`)).body['transactionStatus'],
  };
}

async function consented(by: Developer, more: object = {}): Promise<{ id: string; status(): Promise<unknown> }> {
  const account = { iban: by.iban };
  const order = consentOrder({ access: { balances: [account], transactions: [account] }, ...more });
  const created = await by.tpp.post('/v1/consents', order, { headers: EMBEDDED });
  await sandbox.approved(by, created);
  const id = String(created.body['consentId']);
  return { id, status: async () => (await by.tpp.get(`/v1/consents/${id}/status`)).body['consentStatus'] };
}

const list = (by: Developer, consentId: string): Promise<TppAnswer> =>
  by.tpp.get('/v1/accounts', { headers: { 'Consent-ID': consentId } });

async function bookedOn(by: Developer, consentId: string): Promise<Map<string, string[]>> {
  const [account] = (await list(by, consentId)).body['accounts'] as { resourceId: string }[];
  const path = `/v1/accounts/${account?.resourceId}/transactions?bookingStatus=booked&dateFrom=${today()}`;
  const headers = { 'Consent-ID': consentId, 'PSU-IP-Address': '192.0.2.1' };
  const read = await by.tpp.get(path, { headers });
  const { booked } = read.body['transactions'] as {
    booked: { bookingDate: string; transactionAmount: { amount: string } }[];
  };
  const byDay = new Map<string, string[]>();
  for (const { bookingDate, transactionAmount } of booked) {
    byDay.set(bookingDate, [...(byDay.get(bookingDate) ?? []), transactionAmount.amount]);
  }
  return byDay;
}

describe('a day that passes for a developer', () => {
  it('executes standing orders and payments of a later day on their days, and nothing of others', async () => {
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
    const days = [...booked.keys()].toSorted();
    // Weekly from the third day: 3, 10, 17, 24, 31; and one payment on the twentieth. Weekends move them.
    expect([...booked.values()].flat().filter((amount) => amount === '-10.00')).toHaveLength(6);
    expect(days.length).toBeGreaterThanOrEqual(5);
    expect(days.every((day) => day > today() && day <= addDays(today(), 31))).toBe(true);
    expect(await other.later.status()).toBe('ACCP');
    const othersConsent = await consented(ivo);
    expect([...(await bookedOn(ivo, othersConsent.id)).keys()]).toEqual([]);
    const executions = sandbox.services.database('payments').collection('executions');
    expect(await executions.countDocuments({ paymentId: other.standing.id })).toBe(0);
    // The next one is as far away as it is from the developer's day.
    await daysPass(ana, 7);
    expect([...(await bookedOn(ana, consent.id)).values()].flat().filter((amount) => amount === '-10.00')).toHaveLength(
      7,
    );
  });

  it('ends consents after their last day: status and reads say so, from the day after', async () => {
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

  it('ends authorisations that nobody finished, with what they were for', async () => {
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

  it('leaves the redirect pages, certificates and notifications at work', async () => {
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

  it('moves nothing of the test users that all developers share, also where the developer pays from them', async () => {
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

  it('comes back to the day of the bank with a reset', async () => {
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
  it('no clock can be moved: nobody may ask it, nobody answers it, and a message that names one changes nothing', async () => {
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
    const ahead = { requestId: 'r', traceparent: '00-1-1-00', clock: { workspace: 'abcdefghij', daysAhead: 400 } };
    const { kit } = production.running.consent;
    expect(runInContext(ahead, kit.now).getTime() - Date.now()).toBeLessThan(60_000);
    expect(kit.clocks).toBeUndefined();
  });
});
