import { TRANSACTION_STATUS_MACHINE, TransactionStatus } from '@xs2a/contracts';
import { forAllTests, freshDatabaseName, testServers } from '@xs2a/test-kit';
import { z } from 'zod';
import {
  CREATED_ONCE,
  createdEntry,
  Database,
  DEAD_LETTERS,
  HISTORY_CHECKPOINTS,
  History,
  LEASES,
  Outbox,
  storedCollection,
} from '../src/index.ts';

/** A stored document with all features of the kit: status, history, outbox, amounts, creation by request id. */
export const Order = z.object({
  _id: z.string(),
  tppId: z.string(),
  requestId: z.string(),
  fingerprint: z.string(),
  transactionStatus: TransactionStatus,
  minorUnits: z.bigint(),
  debtor: z.strictObject({ iban: z.string().max(34), currency: z.string().optional() }),
  createdAt: z.date(),
  signed: z.number().min(0).optional(),
  history: History,
  outbox: Outbox,
});
export type Order = z.infer<typeof Order>;

export const ORDERS = storedCollection('orders', Order, {
  indexes: [CREATED_ONCE],
  status: { field: 'transactionStatus', machine: TRANSACTION_STATUS_MACHINE },
  hasCheckpoints: true,
});

export const NOON = new Date('2026-11-21T12:00:00Z');

export function order(change: Partial<Order> = {}): Order {
  const requestId = crypto.randomUUID();
  return {
    _id: crypto.randomUUID(),
    tppId: 'PSDHR-HNB-SANDBOX',
    requestId,
    fingerprint: 'body-1',
    transactionStatus: 'RCVD',
    minorUnits: 1_250n,
    debtor: { iban: 'HR1210010051863000160' },
    createdAt: NOON,
    history: [createdEntry('RCVD', NOON, 'PSDHR-HNB-SANDBOX', requestId)],
    outbox: [],
    ...change,
  };
}

/** Opens a separate database for one test file. */
export function ordersDatabase(url: string): Promise<Database> {
  return Database.connect(url, freshDatabaseName('orders'), [ORDERS, LEASES, DEAD_LETTERS, HISTORY_CHECKPOINTS]);
}

/** Uses one database for all tests of a file. */
export function useOrdersDatabase(): Database {
  return forAllTests(async () => {
    const database = await ordersDatabase(testServers().mongoUrl);
    return Object.assign(database, { [Symbol.asyncDispose]: () => database.close() });
  });
}
