import { putTransactions, readTransactionDetails } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import {
  type AccountsAtWork,
  accountsAtWork,
  CURRENT,
  fedAccount,
  fedEntry,
  feed,
  READING,
  refusalOf,
} from '../../test/test-context.ts';

async function idOf(at: AccountsAtWork, bankReference: string): Promise<string> {
  return String((await at.db.collection('transactions').findOne({ bankReference }))?._id);
}

describe('the details of a transaction', () => {
  it('are the whole entry, and their access is counted as a kind of its own', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at, fedAccount(), [
      fedEntry({ mandateId: 'M-1', bankTransactionCode: 'PMNT-RDDT-ESDD', creditorName: 'Elektra' }),
    ]);
    const transactionId = await idOf(at, 'entry-1');
    expect(await at.ask(readTransactionDetails, { ...READING, accountId, transactionId })).toEqual({
      transaction: {
        transactionId,
        bookingDate: '2026-06-10',
        transactionAmount: { currency: 'EUR', amount: '-1.00' },
        mandateId: 'M-1',
        bankTransactionCode: 'PMNT-RDDT-ESDD',
        creditorName: 'Elektra',
      },
    });
    expect(at.consent.uses).toEqual([expect.objectContaining({ kind: 'transactionDetails', counted: true })]);
  });

  it('of an unknown entry and of one of another account are one answer, and cost no access', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at);
    await at.ask(putTransactions, { bankAccountId: 'other', transactions: [fedEntry({ bankReference: 'foreign' })] });
    for (const transactionId of [crypto.randomUUID(), await idOf(at, 'foreign')]) {
      const refusal = await refusalOf(at.ask(readTransactionDetails, { ...READING, accountId, transactionId }));
      expect(refusal.situation).toBe('transactionUnknown');
    }
    expect(at.consent.uses.map(({ counted }) => counted)).toEqual([false, false]);
  });

  it('are refused without the right, and of an account outside the consent', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at, fedAccount(), [fedEntry()]);
    const read = { ...READING, accountId, transactionId: await idOf(at, 'entry-1') };
    at.consent.grants = [{ account: { iban: CURRENT }, rights: ['accounts', 'balances'] }];
    expect((await refusalOf(at.ask(readTransactionDetails, read))).situation).toBe('consentLacksRight');
    at.consent.grants = [];
    expect((await refusalOf(at.ask(readTransactionDetails, read))).situation).toBe('accountUnknown');
  });

  it('of an entry older than the consent lets be read are refused by it, as its list is', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at, fedAccount(), [fedEntry({ bookingDate: '2026-03-16' })]);
    const read = { ...READING, accountId, transactionId: await idOf(at, 'entry-1') };
    const refusal = await refusalOf(at.ask(readTransactionDetails, read));
    expect(refusal).toMatchObject({ situation: 'periodInvalid', path: 'transactionId' });
    at.consent.earliestDay = '0000-01-01';
    expect((await at.ask(readTransactionDetails, read)).transaction.bookingDate).toBe('2026-03-16');
  });
});
