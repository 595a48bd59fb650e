import { authenticatePsu, type BulkVerification, openRedirect } from '@xs2a/contracts';
import { forAllTests, hrefOf, type Pain001Transfer, pain001, type TppAnswer } from '@xs2a/test-kit';
import { IBAN, PAYEE, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { startPaymentServices } from '@xs2a/test-system/start/payment-services';
import { describe, expect, it } from 'vitest';
import { createContext } from '../context.ts';
import type { PayeeResults } from '../model/payee-check.ts';
import type { Payment } from '../model/payment.ts';
import { verifyPayee } from './verify-payee.ts';

const EMBEDDED = {
  'Client-VOP-Requested': 'true',
  'TPP-Redirect-Preferred': 'false',
  'PSU-IP-Address': '192.0.2.10',
} as const;

const MIXED: Pain001Transfer[] = [
  { amount: '1.00', creditorIban: PAYEE.match },
  { amount: '2.00', creditorIban: PAYEE.closeMatch },
  { amount: '3.00', creditorIban: PAYEE.noMatch },
  { amount: '4.00', creditorIban: PAYEE.notPossible },
];

const system = forAllTests(() => startPaymentServices());
const payments = () => system.services.database('payments').collection<Payment>('payments');
const results = () => system.services.database('payments').collection<PayeeResults>('payeeResults');
const idOf = ({ body }: TppAnswer): string => String(body['paymentId']);
const referenceIn = (created: TppAnswer): string => hrefOf(created, 'scaRedirect').split('/').at(-1) ?? '';
const storedOf = async (created: TppAnswer) => (await payments().findOne({ _id: idOf(created) })) as Payment;
const statusOf = async (created: TppAnswer) => (await system.tpp.follow(created, 'status')).body;

async function post(transfers: Pain001Transfer[], headers: Record<string, string> = REDIRECT_HEADERS) {
  const xml = pain001({ blocks: [{ debtorIban: IBAN.savings, transfers, day: '2027-02-01' }] });
  const sent = { ...headers, 'Content-Type': 'application/xml' };
  const created = await system.tpp.post('/v1/bulk-payments/pain.001-credit-transfers', xml, { headers: sent });
  expect(created.status, created.text).toBe(201);
  return created;
}

async function shownTo(created: TppAnswer, psuId = 'psu-private'): Promise<BulkVerification | undefined> {
  const redirectReference = referenceIn(created);
  const { view } = await system.services.bus.ask(authenticatePsu, {
    redirectReference,
    psuId,
    password: `${psuId}-pass`,
  });
  return view.content.kind === 'bulkPayment' ? view.content.payeeVerification : undefined;
}

/** Number of questions to the bank so far that were answered with a match. */
async function matchesAsked(): Promise<number> {
  const { registry } = system.services.running.payments.kit.metrics;
  const text = await registry.getSingleMetricAsString('xs2a_payee_verification_seconds');
  return Number(/_count{[^}]*result="MTCH"[^}]*} (\d+)/.exec(text)?.[1]);
}

async function whenVerified(created: TppAnswer): Promise<void> {
  await expect.poll(async () => (await storedOf(created)).payeeChecks?.[0]?.result, { timeout: 10_000 }).toBeDefined();
}

/** As if the check ran, in another process. */
async function beforeResult(created: TppAnswer, part: object = {}): Promise<void> {
  const running = {
    $unset: { 'payeeChecks.0.result': '' as const },
    $set: { payeeAskedAt: system.services.clock.now() },
  };
  await results().deleteMany({ paymentId: idOf(created), ...part });
  await payments().updateOne({ _id: idOf(created) }, running);
}

describe('the verification of the payees of a bulk', () => {
  it('counts the results for the PSU, lists those that are no match, and is part of what it approves', async () => {
    const created = await post(MIXED);
    const shown = await shownTo(created);
    expect(shown?.counts).toEqual({ MTCH: 1, CMTC: 1, NMTC: 1, NOAP: 1 });
    expect(shown?.inDoubt.map(({ partyNameMatch, matchedName }) => [partyNameMatch, matchedName])).toEqual([
      ['NMTC', undefined],
      ['CMTC', 'Marija Kovačević'],
      ['NOAP', undefined],
    ]);
    const { view } = await system.services.bus.ask(openRedirect, { redirectReference: referenceIn(created) });
    expect(view.content).not.toHaveProperty('payeeVerification');
    await system.approve(created);
    const { history, payeeChecks } = await storedOf(created);
    expect(payeeChecks).toMatchObject([{ result: { partyNameMatch: 'NMTC', counts: shown?.counts } }]);
    expect(history.find(({ by }) => by === 'psu')?.reason).toBe(
      'verification of payees: 1 MTCH, 1 CMTC, 1 NMTC, 1 NOAP',
    );
    await expect.poll(async () => (await statusOf(created))['transactionStatus'], { timeout: 10_000 }).toBe('ACSC');
  });

  it('is returned by entry to a TPP that asks for it, and the payees are confirmed together', async () => {
    const created = await post(MIXED, EMBEDDED);
    expect(created.body['transactionStatus']).toBe('RVNC');
    await expect.poll(async () => (await statusOf(created))['transactionStatus'], { timeout: 10_000 }).toBe('RVCM');
    const told = (await statusOf(created))['originalTransactionInformationAndVopStatus'];
    expect(told).toMatchObject([
      { originalInstructionId: 'I-2', originalEndToEndId: 'E-2', creditorNameMatch: 'CMTC' },
      { originalEndToEndId: 'E-3', creditorNameMatch: 'NMTC' },
      { originalEndToEndId: 'E-4', creditorNameMatch: 'NOAP' },
    ]);
    expect((told as object[])[0]).toMatchObject({ matchedCreditorName: 'Marija Kovačević' });
    const confirmed = await system.tpp.put(hrefOf(created, 'creditorNameConfirmation'), undefined);
    expect([confirmed.status, confirmed.body['transactionStatus']]).toEqual([200, 'RCVC']);
  });

  it('needs no confirmation where every name matches', async () => {
    const created = await post([{ amount: '1.00', creditorIban: PAYEE.match }], EMBEDDED);
    await expect.poll(async () => (await statusOf(created))['transactionStatus'], { timeout: 10_000 }).toBe('RCVC');
  });

  it('shows a PSU that does not wait longer what was not answered yet as not possible', async () => {
    const created = await post([{ amount: '1.00', creditorIban: PAYEE.noMatch }]);
    await whenVerified(created);
    await beforeResult(created);
    expect((await shownTo(created))?.counts).toEqual({ MTCH: 0, CMTC: 0, NMTC: 0, NOAP: 1 });
  });

  it('goes on after a crash where it ended, and asks nothing twice', async () => {
    const created = await post(Array.from({ length: 150 }, () => ({ amount: '1.00', creditorIban: PAYEE.match })));
    await expect
      .poll(async () => (await storedOf(created)).payeeChecks?.[0]?.result, { timeout: 10_000 })
      .toBeDefined();
    const paymentId = idOf(created);
    const [first, second] = await results().find({ paymentId }).sort({ _id: 1 }).toArray();
    expect(new Set([first, second].map((part) => part?.results.length))).toEqual(new Set([100, 50]));
    await beforeResult(created, { _id: second?._id });
    const asked = await matchesAsked();
    system.services.clock.forward({ seconds: 11 });
    await system.services.running.payments.kit.jobs.runNow('repeatChecks');
    await expect
      .poll(async () => (await storedOf(created)).payeeChecks?.[0]?.result, { timeout: 10_000 })
      .toBeDefined();
    expect((await storedOf(created)).payeeChecks).toMatchObject([{ result: { counts: { MTCH: 150 } } }]);
    expect((await matchesAsked()) - asked).toBe(second?.results.length);
  });

  it('takes turns: a short bulk does not wait for the end of long ones', async () => {
    const long = Array.from({ length: 101 }, () => ({ amount: '1.00', creditorIban: PAYEE.late }));
    const [one, other] = [await post(long), await post(long)];
    const short = await post([{ amount: '1.00', creditorIban: PAYEE.match }]);
    for (const created of [one, other, short]) await whenVerified(created);
    const endOf = async (created: TppAnswer) => (await storedOf(created)).payeeChecks?.[0]?.result?.at.getTime() ?? 0;
    const ends = [await endOf(one), await endOf(other)];
    expect(await endOf(short)).toBeLessThan(Math.min(...ends));
  });

  it('asks nothing more after ten minutes', async () => {
    const created = await post([{ amount: '1.00', creditorIban: PAYEE.noMatch }]);
    await expect
      .poll(async () => (await storedOf(created)).payeeChecks?.[0]?.result, { timeout: 10_000 })
      .toBeDefined();
    await beforeResult(created);
    system.services.clock.forward({ minutes: 11 });
    await verifyPayee(createContext(system.services.running.payments.kit), await storedOf(created));
    expect((await storedOf(created)).payeeChecks).toMatchObject([{ result: { counts: { NMTC: 0, NOAP: 1 } } }]);
  });

  it('leaves out what is not in euro', async () => {
    const created = await post([{ amount: '1.00', currency: 'USD', creditorIban: PAYEE.noMatch }]);
    expect(await storedOf(created)).not.toHaveProperty('payeeChecks');
  });

  it('is left out where a company does without it, and for nobody else', async () => {
    const without = { ...REDIRECT_HEADERS, 'Client-VOP-Requested': 'false' };
    const ofCompany = await storedOf(
      await post(MIXED, { ...without, 'PSU-ID': 'psu-corporate-1', 'PSU-Corporate-ID': 'corp-1' }),
    );
    expect([ofCompany.payeesOptedOut, ofCompany.payeeChecks]).toEqual([true, undefined]);
    const ofConsumer = await storedOf(await post(MIXED, without));
    expect([ofConsumer.payeesOptedOut, ofConsumer.payeeChecks?.length]).toEqual([undefined, 1]);
  });
});

it('the verification of payees covers a bulk in JSON', async () => {
  await using bank = await startPaymentServices('berlin-group');
  const paymentTo = (iban: string) => ({
    instructedAmount: { currency: 'EUR', amount: '1.00' },
    creditorName: 'Ana Anić',
    creditorAccount: { iban },
  });
  const body = { debtorAccount: { iban: IBAN.savings }, payments: [PAYEE.match, PAYEE.noMatch].map(paymentTo) };
  const headers = { ...REDIRECT_HEADERS, 'Client-VOP-Requested': 'true' };
  const created = await bank.tpp.post('/v1/bulk-payments/sepa-credit-transfers', body, { headers });
  expect(created.status, created.text).toBe(201);
  const stored = () =>
    bank.services
      .database('payments')
      .collection<Payment>('payments')
      .findOne({ _id: idOf(created) });
  const countsOf = async () => (await stored())?.payeeChecks?.[0]?.result?.counts;
  await expect.poll(countsOf, { timeout: 10_000 }).toEqual({ MTCH: 1, CMTC: 0, NMTC: 1, NOAP: 0 });
});
