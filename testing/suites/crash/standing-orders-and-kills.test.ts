import { forAllTests, hrefOf, TppClient } from '@xs2a/test-kit';
import { paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { approve } from '@xs2a/test-system/psu/approve';
import type { SystemService } from '@xs2a/test-system/start/prepare-system';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';

const DAY_MS = 86_400_000;
const OCCURRENCES = 14;
/** Whatever the calendar, the last occurrence has had a banking day since. */
const LAST_DAYS_AGO = 6;
/** A killed service's lease on its jobs ends after 20 s. */
const TIMEOUT_MS = 240_000;

const system = forAllTests(() => runSystem());
const client = forAllTests(() => MongoClient.connect(system.mongoUrl));

const dayAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const payments = <T extends object>(name: string) => client.db('payments').collection<T & { _id: string }>(name);

interface Execution {
  paymentId: string;
  occurrenceDate: string;
  transactionStatus: string;
}

const made = (paymentId: string) =>
  payments<Execution>('executions').find({ paymentId }).sort({ occurrenceDate: 1 }).toArray();

/** Kills services as soon as there are this many executions, with frequent polls, and restarts them. */
async function killAt(paymentId: string, count: number, ...names: SystemService[]): Promise<number> {
  while ((await payments('executions').countDocuments({ paymentId })) < count) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(names.map((name) => system.services[name].stop('SIGKILL')));
  const left = await payments('executions').countDocuments({ paymentId });
  for (const name of names) system.services[name].start();
  await Promise.all(names.map((name) => system.services[name].ready()));
  return left;
}

it(
  'a standing order catches up while payments and bank are killed, and each occurrence is booked once',
  async () => {
    const tpp = new TppClient(system.gatewayUrl);
    const series = { startDate: dayAgo(-2), endDate: dayAgo(-2 - OCCURRENCES), frequency: 'Daily' };
    const order = paymentOrder({ ...series, instructedAmount: { currency: 'EUR', amount: '0.07' } });
    const created = await tpp.post('/v1/periodic-payments/sepa-credit-transfers', order, { headers: REDIRECT_HEADERS });
    expect(created.status, created.text).toBe(201);
    await approve(system.portalUrl, hrefOf(created, 'scaRedirect'), { psuId: 'psu-private' });
    const paymentId = String(created.body['paymentId']);
    // As if everything had been away for weeks.
    const [first, last] = [dayAgo(LAST_DAYS_AGO + OCCURRENCES - 1), dayAgo(LAST_DAYS_AGO)];
    const missed = {
      executeOn: first,
      nextOccurrence: first,
      'order.body.startDate': first,
      'order.body.endDate': last,
    };
    await payments('payments').updateOne({ _id: paymentId }, { $set: missed });

    const seen = [
      await killAt(paymentId, 1, 'payments', 'bank'),
      await killAt(paymentId, 4, 'bank'),
      await killAt(paymentId, 7, 'payments'),
    ];
    expect(seen[0]).toBeLessThan(OCCURRENCES);
    await eventually(
      () => tpp.follow(created, 'status').catch(() => undefined),
      (answer) => answer?.body['transactionStatus'] === 'ACSC',
      120_000,
    );
    const executions = await made(paymentId);
    const days = Array.from({ length: OCCURRENCES }, (_, index) => dayAgo(LAST_DAYS_AGO + OCCURRENCES - 1 - index));
    expect(executions.map(({ occurrenceDate }) => occurrenceDate)).toEqual(days);
    expect(new Set(executions.map(({ transactionStatus }) => transactionStatus))).toEqual(new Set(['ACSC']));
    const ids = executions.map(({ _id }) => _id);
    const booked = await client
      .db('bank')
      .collection('postings')
      .find({ paymentId: { $in: ids } })
      .toArray();
    expect(booked.map((posting) => String(posting['paymentId'])).toSorted()).toEqual(ids.toSorted());
  },
  TIMEOUT_MS,
);
