import { forAllTests, hrefOf, PsuClient, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { bulkOfCents, TEN_THOUSAND } from '@xs2a/test-system/data/bulk-of-cents';
import { BULKS, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import type { SystemService } from '@xs2a/test-system/start/prepare-system';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';

const HEADERS = { ...REDIRECT_HEADERS, 'Content-Type': 'application/xml' };
const SAVINGS = 'A1102-EUR';
const NEIGHBOUR = 'A1501-EUR';
const PIECES = 20;
/** Enough if the size does not matter: two batches. */
const FEW = 1_000;

const system = forAllTests(() => runSystem());
const tpp = forAllTests(() => new TppClient(system.gatewayUrl));
const client = forAllTests(() => MongoClient.connect(system.mongoUrl, { useBigInt64: true }));

const bank = <T extends object>(name: string) => client.db('bank').collection<T & { _id: string }>(name);

async function balanceOf(_id: string): Promise<bigint> {
  return (await bank<{ balance: bigint }>('ledgerAccounts').findOne({ _id }))?.balance ?? 0n;
}

async function restart(name: SystemService): Promise<void> {
  await system.services[name].stop('SIGKILL');
  system.services[name].start();
  await system.services[name].ready();
}

/** Takes the PSU up to the code, and returns the step that sends it. */
async function untilCode(created: TppAnswer): Promise<() => Promise<unknown>> {
  const psu = new PsuClient(system.portalUrl);
  const signIn = await psu.open(hrefOf(created, 'scaRedirect'));
  const methods = await psu.submit(signIn, { psuId: 'psu-private', password: 'psu-private-pass' });
  const codePage = await psu.submit(methods, { authenticationMethodId: 'sms' }, '/method');
  const code = await psu.newestCode('psu-private');
  return () => psu.submit(codePage, { code });
}

/** Waits, with frequent polls, until this many batches of a bulk are booked. */
async function piecesBooked(paymentId: string, count: number): Promise<void> {
  while ((await bank('bulkPieces').countDocuments({ paymentId })) < count) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('a bulk payment of 10,000 transfers', () => {
  it('is booked to the cent, each transfer once, even if bank and payments are killed during the booking', async () => {
    const { xml, cents, neighbourCents } = bulkOfCents();
    const [savings, neighbour] = [await balanceOf(SAVINGS), await balanceOf(NEIGHBOUR)];
    const created = await tpp.post(BULKS, xml, { headers: HEADERS });
    expect(created.status, created.text).toBe(201);
    const paymentId = String(created.body['paymentId']);
    const enterCode = await untilCode(created);
    await enterCode();
    await piecesBooked(paymentId, 2);
    await restart('bank');
    await piecesBooked(paymentId, 7);
    await Promise.all([restart('bank'), restart('payments')]);
    await piecesBooked(paymentId, 12);
    await restart('bank');
    await eventually(
      () => tpp.follow(created, 'status'),
      ({ body }) => body['transactionStatus'] === 'ACSC',
      60_000,
    );
    expect(await bank('bulkPieces').countDocuments({ paymentId })).toBe(PIECES);
    expect(savings - (await balanceOf(SAVINGS))).toBe(cents);
    expect((await balanceOf(NEIGHBOUR)) - neighbour).toBe(neighbourCents);
    const mine = { _id: { $regex: `^${paymentId}` }, ledgerAccountId: SAVINGS };
    const [debits] = await bank<{ ledgerAccountId: string }>('entries')
      .aggregate<{ count: number; sum: bigint }>([
        { $match: mine },
        { $group: { _id: null, count: { $sum: 1 }, sum: { $sum: '$amount' } } },
      ])
      .toArray();
    expect([Number(debits?.count), debits?.sum]).toEqual([TEN_THOUSAND, -cents]);
    const sums = await bank('ledgerAccounts')
      .aggregate<{ sum: bigint }>([{ $group: { _id: '$currency', sum: { $sum: '$balance' } } }])
      .toArray();
    expect(new Set(sums.map(({ sum }) => sum))).toEqual(new Set([0n]));
  });

  it.each(['payments', 'bank'] as const)(
    'is handed over once though %s is killed when the code is accepted',
    async (name) => {
      const { xml, cents } = bulkOfCents(FEW);
      const savings = await balanceOf(SAVINGS);
      const created = await tpp.post(BULKS, xml, { headers: HEADERS });
      const enterCode = await untilCode(created);
      await Promise.all([enterCode().catch(() => undefined), system.services[name].stop('SIGKILL')]);
      system.services[name].start();
      await system.services[name].ready();
      await eventually(
        () => enterCode().then(() => tpp.follow(created, 'status')),
        ({ body }) => body['transactionStatus'] === 'ACSC',
        60_000,
      );
      expect(savings - (await balanceOf(SAVINGS))).toBe(cents);
    },
  );

  it('is recognised when repeated because payments was killed while accepting it', async () => {
    const { xml } = bulkOfCents();
    const requestId = crypto.randomUUID();
    const post = () => tpp.post(BULKS, xml, { headers: HEADERS, requestId });
    const messages = client.db('payments').collection('bulkMessages');
    const before = await messages.countDocuments();
    const first = post();
    while ((await messages.countDocuments()) === before) await new Promise((resolve) => setTimeout(resolve, 5));
    await restart('payments');
    expect([201, 503]).toContain((await first).status);
    const again = await eventually(post, ({ status }) => status === 201, 60_000);
    expect((await post()).body).toEqual(again.body);
    const paymentId = String(again.body['paymentId']);
    const payments = client.db('payments');
    expect(await payments.collection('payments').countDocuments({ requestId })).toBe(1);
    expect(await payments.collection('bulkTransfers').countDocuments({ paymentId })).toBe(10);
    const orphans = await payments
      .collection('bulkMessages')
      .aggregate([
        { $lookup: { from: 'payments', localField: '_id', foreignField: '_id', as: 'payment' } },
        { $match: { payment: [] } },
      ])
      .toArray();
    expect(orphans).toEqual([]);
  });
});
