import { submitBulkPayment } from '@xs2a/contracts';
import { forAllTests, pain001, testServers } from '@xs2a/test-kit';
import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { listen, startBank, until } from '../../test/test-context.ts';
import { feedAccount } from './feed-account.ts';

const SAVINGS = 'HR0599900051100000027';
const SAVINGS_ID = 'A1102-EUR';
const TRANSFERS = 1_100;

const at = forAllTests(() => startBank());
const sent = forAllTests(() => listen(at.bus));

const stored = () =>
  at.context.entries.find({ ledgerAccountId: SAVINGS_ID }, { comment: 'of the test' }).sort({ sequence: 1 }).toArray();
const sequences = (entries: readonly { readonly sequence: number }[]): number[] =>
  entries.map(({ sequence }) => sequence);
const sentOf = (accountId: string): number[] =>
  sent.transactions
    .filter(({ bankAccountId }) => bankAccountId === accountId)
    .flatMap(({ transactions }) => sequences(transactions));

describe('the entries of an account', () => {
  it('are sent once each after a bulk payment, in their order, and are not read again for it', async () => {
    await until(
      async () => (await at.context.feeds.findOne({ _id: SAVINGS_ID }))?.sequence === (await stored()).length,
    );
    const before = (await stored()).length;
    sent.transactions.length = 0;
    await using client = await MongoClient.connect(testServers().mongoUrl);
    const db = client.db(at.context.entries.dbName);
    await db.command({ profile: 2 });
    const transfers = Array.from({ length: TRANSFERS }, () => ({ amount: '0.01' }));
    const xml = pain001({ blocks: [{ debtorIban: SAVINGS, transfers }] });
    const paymentId = crypto.randomUUID();
    const order = { paymentId, paymentProduct: 'pain.001-credit-transfers', psuId: 'psu-private', xml } as const;
    await at.bus.ask(submitBulkPayment, order);
    await until(() =>
      sent.reports.some((report) => report.paymentId === paymentId && report.transactionStatus !== 'ACSP'),
    );
    await db.command({ profile: 0 });

    const entries = await stored();
    expect(entries.length).toBe(before + TRANSFERS);
    expect(sentOf(SAVINGS_ID)).toEqual(sequences(entries.slice(before)));
    const [read] = await db
      .collection('system.profile')
      .aggregate<{ documents: number }>([
        { $match: { ns: `${db.databaseName}.entries`, 'command.filter.ledgerAccountId': SAVINGS_ID } },
        { $group: { _id: null, documents: { $sum: '$nreturned' } } },
      ])
      .toArray();
    expect(read?.documents).toBe(0);
  });

  it('are sent without a gap where another order booked one between them', async () => {
    const entries = await stored();
    const [first] = entries;
    await at.context.feeds.updateOne({ _id: SAVINGS_ID }, { $set: { sequence: first?.sequence ?? 0, version: 0 } });
    sent.transactions.length = 0;
    const booked = entries.filter((_, index) => index > 1 && index !== 5);
    await feedAccount(at.context, SAVINGS_ID, booked);
    expect(sentOf(SAVINGS_ID)).toEqual(sequences(entries.slice(1)));
  });
});
