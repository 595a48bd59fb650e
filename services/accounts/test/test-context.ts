import {
  type FeedAccount,
  type FeedTransaction,
  listAccounts,
  type Operation,
  putAccounts,
  putTransactions,
  type ReplyOf,
  type RequestInputOf,
  Xs2aError,
} from '@xs2a/contracts';
import { Bus, startService } from '@xs2a/service-kit';
import { freshDatabaseName, natsServer, proxyOf, testServers } from '@xs2a/test-kit';
import { type Db, MongoClient } from 'mongodb';
import { afterAll, beforeEach, expect } from 'vitest';
import { ACCOUNTS } from '../src/model/account.ts';
import { DELTA_CURSORS } from '../src/model/delta-cursor.ts';
import { TRANSACTIONS } from '../src/model/transaction.ts';
import { service } from '../src/service.ts';
import { type FakeConsent, serveFakeConsent } from './fake-consent.ts';

/** Noon of a summer day in Zagreb. */
export const NOON = '2026-06-15T10:00:00Z';
const PSU = 'psu-ana';
export const CURRENT = 'HR1210010051863000160';
export const SAVINGS = 'HR1723600001101234565';
export const FOREIGN = 'HR2799900051100000019';

/** The accounts service in this process on real servers, a fake consent, and a caller on the same bus. */
export interface TestContext {
  readonly consent: FakeConsent;
  readonly db: Db;
  /** Present moment for the service. */
  moment: string;
  ask<O extends Operation>(operation: O, request: RequestInputOf<O>): Promise<ReplyOf<O>>;
  stopConsent(): Promise<void>;
  /** Replaces the replica by another one on the same database. */
  replace(env: NodeJS.ProcessEnv): Promise<void>;
}

interface StartedContext extends TestContext {
  /** Set once a test has stopped or replaced a service: the next test gets new ones. */
  isChanged: boolean;
  stop(): Promise<void>;
}

/**
 * Returns the accounts service of a test file: started once, emptied before each test (or once, with `beforeAll`), stopped after
 * the last one. Initially without accounts, and with a consent of {@link PSU} with all rights on {@link CURRENT} and 90 days of
 * history.
 */
export function contextOfFile(beforeTests: typeof beforeEach = beforeEach): TestContext {
  let started: StartedContext | undefined;
  beforeTests(async () => {
    if (started?.isChanged) {
      await started.stop();
      started = undefined;
    }
    started ??= await startContext();
    await empty(started);
  });
  afterAll(() => started?.stop());
  return proxyOf(() => started);
}

async function empty(context: StartedContext): Promise<void> {
  for (const { name } of [ACCOUNTS, TRANSACTIONS, DELTA_CURSORS]) await context.db.collection(name).deleteMany();
  context.moment = NOON;
  const { consent } = context;
  consent.psuId = PSU;
  consent.grants = [{ account: { iban: CURRENT }, rights: ['accounts', 'balances', 'transactions'] }];
  consent.earliestDay = '2026-03-17';
  delete consent.refusal;
  consent.uses.length = 0;
}

async function startContext(): Promise<StartedContext> {
  const { mongoUrl } = testServers();
  const nats = await natsServer();
  const MONGO_DATABASE = freshDatabaseName('accounts');
  const env = { NATS_URL: nats.url, MONGO_URL: mongoUrl, MONGO_DATABASE, LOG_LEVEL: 'silent' };
  const clock = (): Date => new Date(context.moment);
  let accounts = await startService(service, { env, clock });
  const bus = await Bus.connect(nats.url, 'test');
  const consentBus = await Bus.connect(nats.url, 'consent');
  const client = await MongoClient.connect(mongoUrl, { useBigInt64: true });
  const context: StartedContext = {
    consent: await serveFakeConsent(consentBus),
    db: client.db(MONGO_DATABASE),
    moment: NOON,
    isChanged: false,
    async ask(operation, request) {
      const reply = await bus.ask(operation, request);
      // The reply has no field outside the contract.
      expect(reply).toEqual(operation.reply.parse(reply));
      return reply;
    },
    async stopConsent() {
      context.isChanged = true;
      await consentBus.close();
    },
    async replace(more) {
      context.isChanged = true;
      await accounts.stop();
      accounts = await startService(service, { env: { ...env, ...more }, clock });
    },
    async stop() {
      await accounts.stop();
      await bus.close();
      await consentBus.close();
      await client.close();
      await nats[Symbol.asyncDispose]();
    },
  };
  return context;
}

/** Parameters of every read. */
export const READING = {
  tpp: { id: 'PSDHR-HNB-1', roles: ['AISP' as const] },
  consentId: 'consent-1',
  psuPresent: false,
};

/** An account of {@link PSU} as the bank feeds it. */
export function fedAccount(account: Partial<FeedAccount> = {}): FeedAccount {
  return {
    bankAccountId: 'current',
    owners: [PSU],
    reference: { iban: CURRENT },
    currency: 'EUR',
    cashAccountType: 'CACC',
    status: 'enabled',
    ...account,
  };
}

/** A booked debit of 1.00 EUR as the bank feeds it. */
export function fedEntry(entry: Partial<FeedTransaction> = {}): FeedTransaction {
  return {
    bankReference: 'entry-1',
    bookingStatus: 'booked',
    sequence: 1,
    bookingDate: '2026-06-10',
    transactionAmount: { currency: 'EUR', amount: '-1.00' },
    ...entry,
  };
}

/** A pending entry has no booking date yet. */
export function fedPending({ bookingDate: _, ...entry }: Partial<FeedTransaction> = {}): FeedTransaction {
  const { bookingDate: __, ...booked } = fedEntry(entry);
  return { ...booked, bookingStatus: 'pending' };
}

/** Feeds an account and its entries. Returns the resourceId that a TPP finds in the list. */
export async function feed(
  context: TestContext,
  account: FeedAccount = fedAccount(),
  transactions: FeedTransaction[] = [],
): Promise<string> {
  await context.ask(putAccounts, { accounts: [account] });
  if (transactions.length > 0)
    await context.ask(putTransactions, { bankAccountId: account.bankAccountId, transactions });
  const stored = await context.db.collection('accounts').findOne({ bankAccountId: account.bankAccountId });
  return String(stored?._id);
}

/** Returns the resourceIds in the account list. */
export async function listedIds(context: TestContext): Promise<string[]> {
  const { accounts } = await context.ask(listAccounts, { ...READING, withBalance: false });
  return accounts.map(({ account }) => account.resourceId);
}

/** The refusal that a promise ended with; fails where it was none. */
export async function refusalOf(refused: Promise<unknown>): Promise<Xs2aError> {
  const error: unknown = await refused.then(
    (reply) => expect.fail(`was answered: ${JSON.stringify(reply)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof Xs2aError) return error;
  throw error;
}
