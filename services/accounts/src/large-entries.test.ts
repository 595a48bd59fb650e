import { listTransactions, putTransactions } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { CURRENT, contextOfFile, fedAccount, fedEntry, feed, READING } from '../test/test-context.ts';

const context = contextOfFile();
/** Large batches: stored together with their renderings, they exceed the maximum size of a database reply (16 MB). */
const COUNT = 30;
const FED_AT_ONCE = 3;

/** Returns an entry with as many items and texts as the contract permits. */
function largeBatch(sequence: number) {
  const item = {
    endToEndId: 'END-TO-END-ID-0001',
    transactionAmount: { currency: 'EUR', amount: '-1200.00' },
    creditorName: 'Ivana Horvat Kovačević',
    creditorAccount: { iban: CURRENT },
    remittanceInformationUnstructuredArray: Array<string>(20).fill('Placa za svibanj 2026, '.repeat(6)),
  };
  const entryDetails = Array.from({ length: 100 }, () => item);
  return fedEntry({ bankReference: `batch-${sequence}`, sequence, batchIndicator: true, entryDetails });
}

describe('entries of a page', () => {
  it('are all listed, however large they are', async () => {
    const accountId = await feed(context);
    for (let start = 0; start < COUNT; start += FED_AT_ONCE) {
      const transactions = Array.from({ length: FED_AT_ONCE }, (_, n) => largeBatch(start + n));
      await context.ask(putTransactions, { bankAccountId: fedAccount().bankAccountId, transactions });
    }
    const query = { bookingStatus: 'booked' as const, dateFrom: '2026-06-01', withBalance: false };
    const { booked, pages } = await context.ask(listTransactions, { ...READING, accountId, ...query });
    expect(booked).toHaveLength(COUNT);
    expect(pages).toBeUndefined();
  }, 60_000);
});
