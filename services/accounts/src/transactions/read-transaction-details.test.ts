import { putTransactions, readTransactionDetails } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { CURRENT, contextOfFile, fedAccount, fedEntry, feed, READING, refusalOf } from '../../test/test-context.ts';

const context = contextOfFile();

async function idOf(bankReference: string): Promise<string> {
  return String((await context.db.collection('transactions').findOne({ bankReference }))?._id);
}

describe('the details of a transaction', () => {
  it('have the whole entry, and count as a separate access', async () => {
    const accountId = await feed(context, fedAccount(), [
      fedEntry({ mandateId: 'M-1', bankTransactionCode: 'PMNT-RDDT-ESDD', creditorName: 'Elektra' }),
    ]);
    const transactionId = await idOf('entry-1');
    expect(await context.ask(readTransactionDetails, { ...READING, accountId, transactionId })).toEqual({
      transaction: {
        transactionId,
        bookingDate: '2026-06-10',
        transactionAmount: { currency: 'EUR', amount: '-1.00' },
        mandateId: 'M-1',
        bankTransactionCode: 'PMNT-RDDT-ESDD',
        creditorName: 'Elektra',
      },
    });
    expect(context.consent.uses).toEqual([
      expect.objectContaining({ kind: 'transactionDetails', counted: true, transactionId }),
    ]);
  });

  it('give the same answer for an unknown entry and one of another account, and count no access', async () => {
    const accountId = await feed(context);
    await context.ask(putTransactions, {
      bankAccountId: 'other',
      transactions: [fedEntry({ bankReference: 'foreign' })],
    });
    for (const transactionId of [crypto.randomUUID(), await idOf('foreign')]) {
      const refusal = await refusalOf(context.ask(readTransactionDetails, { ...READING, accountId, transactionId }));
      expect(refusal.situation).toBe('transactionUnknown');
    }
    expect(context.consent.uses.map(({ counted }) => counted)).toEqual([false, false]);
  });

  it('are refused without the right, and for an account outside the consent', async () => {
    const accountId = await feed(context, fedAccount(), [fedEntry()]);
    const read = { ...READING, accountId, transactionId: await idOf('entry-1') };
    context.consent.grants = [{ account: { iban: CURRENT }, rights: ['accounts', 'balances'] }];
    expect((await refusalOf(context.ask(readTransactionDetails, read))).situation).toBe('consentLacksRight');
    context.consent.grants = [];
    expect((await refusalOf(context.ask(readTransactionDetails, read))).situation).toBe('accountUnknown');
  });

  it('are refused for an entry that is older than the consent permits in a list', async () => {
    const accountId = await feed(context, fedAccount(), [fedEntry({ bookingDate: '2026-03-16' })]);
    const read = { ...READING, accountId, transactionId: await idOf('entry-1') };
    const refusal = await refusalOf(context.ask(readTransactionDetails, read));
    expect(refusal).toMatchObject({ situation: 'periodInvalid', path: 'transactionId' });
    context.consent.earliestDay = '0000-01-01';
    expect((await context.ask(readTransactionDetails, read)).transaction.bookingDate).toBe('2026-03-16');
  });
});
