import { addDays } from '@xs2a/service-kit';
import { forAllTests, pain001, type TppAnswer } from '@xs2a/test-kit';
import { BULKS } from '@xs2a/test-system/data/fixtures';
import { beforeAll, describe, expect, it } from 'vitest';
import { DeveloperDays, SINGLE, STANDING } from './developer-days.ts';
import { type Developer, EMBEDDED, startDeveloperSandbox } from './start-developer-sandbox.ts';

const SERVICES = ['gateway', 'consent', 'sca', 'accounts', 'payments', 'bank', 'portal'] as const;
const BASKETS = '/v1/signing-baskets';
const DAY_MS = 86_400_000;
const ANSWERING = { what: 'device', state: 'answering' };
/** A payment for a later day, moved to a banking day or not. */
const WAITS = ['ACCP', 'ACWC'];

const sandbox = forAllTests(() => startDeveloperSandbox({}, ...SERVICES));
let days: DeveloperDays;
/** Developer for whom days pass. Her company needs two signers. */
let ana: Developer;
/** Developer for whom no day passes. */
let ivo: Developer;
beforeAll(async () => {
  days = new DeveloperDays(sandbox);
  ana = await sandbox.register({
    psus: [
      { name: 'Ana', accounts: [{ balance: '1000.00', months: 1 }] },
      { name: 'Gradnja', signers: 2, accounts: [{ balance: '9000.00', months: 1 }] },
    ],
  });
  ivo = await sandbox.register({
    psus: [
      { name: 'Ivo', accounts: [{ balance: '1000.00', months: 1 }] },
      { name: 'Gradnja', signers: 2, accounts: [{ balance: '9000.00', months: 1 }] },
    ],
  });
});

const both = <T>(what: (by: Developer) => Promise<T>): Promise<[T, T]> => Promise.all([what(ana), what(ivo)]);
const day = async (): Promise<string> => (await days.simulate(ana, ANSWERING)).workspace.simulation.today;

async function debits(by: Developer, amount: string): Promise<string[]> {
  const { id } = await days.consented(by);
  const booked = await days.bookedOn(by, id);
  return [...booked].flatMap(([on, amounts]) => amounts.filter((one) => one === amount).map(() => on)).toSorted();
}

describe('days that pass for a developer', () => {
  it('execute a monthly standing order once in each month, and end it after its last day', async () => {
    const start = addDays(days.today(), 3);
    const order = {
      startDate: start,
      endDate: addDays(start, 75),
      frequency: 'Monthly',
      executionRule: 'following',
      instructedAmount: { currency: 'EUR', amount: '3.33' },
    };
    const [own, other] = await both((by) => days.pay(by, STANDING, order));
    await days.daysPass(ana, 40);
    expect(await debits(ana, '-3.33')).toHaveLength(2);
    expect(await own.status()).toBe('ACCP');
    await days.daysPass(ana, 80);
    const booked = await debits(ana, '-3.33');
    expect(booked).toHaveLength(3);
    const gaps = booked.slice(1).map((on, index) => (Date.parse(on) - Date.parse(booked[index] ?? '')) / DAY_MS);
    expect(gaps.every((gap) => gap >= 25 && gap <= 36)).toBe(true);
    await days.until(own, 'ACSC');
    expect([await debits(ivo, '-3.33'), await other.status()]).toEqual([[], 'ACCP']);
  });

  it('execute each block of a bulk on its day, the later one as a single entry with batch booking', async () => {
    const from = await day();
    const [own, other] = await both(async (by) => {
      const first = by === ana ? from : days.today();
      const xml = pain001({
        blocks: [
          { debtorIban: by.iban, day: first, transfers: [{ amount: '1.11' }] },
          {
            debtorIban: by.iban,
            day: addDays(first, 9),
            batchBooking: true,
            transfers: [{ amount: '2.00' }, { amount: '0.22' }],
          },
        ],
      });
      const headers = { ...EMBEDDED, 'Content-Type': 'application/xml' };
      const created = await by.tpp.post(BULKS, xml, { headers });
      expect([created.status, created.text]).toEqual([201, expect.any(String)]);
      await sandbox.approved(by, created);
      const order = days.withStatus(by, BULKS, created);
      await days.until(order, 'ACSP');
      return order;
    });
    await days.daysPass(ana, 14);
    await days.until(own, 'ACSC');
    expect(await debits(ana, '-1.11')).toHaveLength(1);
    const [batch] = await debits(ana, '-2.22');
    const earliest = addDays(from, 9);
    expect([earliest, String(batch), addDays(from, 14)].toSorted()).toEqual([earliest, batch, addDays(from, 14)]);
    expect([await debits(ivo, '-2.22'), await other.status()]).toEqual([[], 'ACSP']);
  });

  it('execute the payments of a basket on their days, and end a basket that nobody approved', async () => {
    const basketOf = async (by: Developer, requestedExecutionDate: string, amount: string) => {
      const now = await days.order(by, SINGLE, { instructedAmount: { currency: 'EUR', amount } });
      const later = await days.order(by, SINGLE, { requestedExecutionDate });
      const paymentIds = [now, later].map(({ body }) => body['paymentId']);
      const created = await by.tpp.post(BASKETS, { paymentIds }, { headers: EMBEDDED });
      expect([created.status, created.text]).toEqual([201, expect.any(String)]);
      const [first, last] = [now, later].map((one) => days.withStatus(by, SINGLE, one));
      if (first === undefined || last === undefined) throw new Error('a basket of two');
      return { created, first, last, status: days.withStatus(by, BASKETS, created).status };
    };
    const from = await day();
    const [own, other] = await both(async (by) => {
      const basket = await basketOf(by, addDays(by === ana ? from : days.today(), 12), '4.44');
      await sandbox.approved(by, basket.created);
      await days.until(basket.first, 'ACSC');
      expect(WAITS).toContain(await basket.last.status());
      return basket;
    });
    const [left, othersLeft] = await both((by) => basketOf(by, addDays(days.today(), 200), '5.55'));
    await days.daysPass(ana, 18);
    await days.until(own.last, 'ACSC');
    expect(WAITS).toContain(await other.last.status());
    expect([await left.status(), await left.first.status(), await left.last.status()]).toEqual([
      'RJCT',
      'RJCT',
      'RJCT',
    ]);
    expect([await othersLeft.status(), await othersLeft.first.status()]).toEqual(['RCVD', 'RCVD']);
    await expect(sandbox.approved(ana, left.created)).rejects.toThrow('409');
  });

  it('give two signers time until the end of the authorisation, and no longer', async () => {
    const company = ({ workspace }: Developer) => workspace.psus.slice(1);
    const signed = async (by: Developer, created: TppAnswer, signer: number) => {
      const psu = company(by)[signer];
      if (psu === undefined) throw new Error('a company has two signers');
      return sandbox.approved(by, created, psu);
    };
    const order = async (by: Developer, amount: string) => {
      const debtorAccount = { iban: company(by)[0]?.accounts[0]?.iban };
      const created = await days.order(by, SINGLE, { debtorAccount, instructedAmount: { currency: 'EUR', amount } });
      await signed(by, created, 0);
      const payment = days.withStatus(by, SINGLE, created);
      await days.until(payment, 'PATC');
      return { created, payment };
    };
    const complete = await order(ana, '6.66');
    await signed(ana, complete.created, 1);
    await days.until(complete.payment, 'ACSC');
    const [own, other] = await both((by) => order(by, '7.77'));
    await days.daysPass(ana, 2);
    expect(await own.payment.status()).toBe('RJCT');
    await expect(signed(ana, own.created, 1)).rejects.toThrow('409');
    await signed(ivo, other.created, 1);
    await days.until(other.payment, 'ACSC');
  });
});
