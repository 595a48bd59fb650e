import {
  type Operation,
  putAccounts,
  putBalances,
  putStandingOrders,
  putTransactions,
  type ReplyOf,
  type RequestOf,
  reportExecution,
  type submitPayment,
  Xs2aError,
} from '@xs2a/contracts';
import { type Bus, type Clock, CONTEXT, type RunningService, startService } from '@xs2a/service-kit';
import { connectAsAnyService, freshDatabaseName, natsServer, standIn, testKeys, testServers } from '@xs2a/test-kit';
import type { BankContext } from '../src/context.ts';
import { service } from '../src/service.ts';

/** The bank in this process on real servers, and a caller on the same bus. */
export interface TestBank extends AsyncDisposable {
  readonly bank: RunningService;
  readonly context: BankContext;
  readonly bus: Bus;
}

export interface BankOptions {
  readonly clock?: Clock;
  readonly sandbox?: boolean;
  readonly database?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Each bank has its own bus. On a shared one, replicas would answer for each other. */
export async function startBank({
  clock,
  sandbox = true,
  database = freshDatabaseName(),
  env: changes = {},
}: BankOptions = {}): Promise<TestBank> {
  const { mongoUrl } = testServers();
  const nats = await natsServer();
  const env = {
    NATS_URL: nats.url,
    MONGO_URL: mongoUrl,
    MONGO_DATABASE: database,
    HEALTH_PORT: '0',
    LOG_LEVEL: 'silent',
    SANDBOX: String(sandbox),
    ...testKeys('bank'),
    ...changes,
  };
  const bank = await startService(service, { env, ...(clock && { clock }) });
  const bus = await connectAsAnyService(nats.url);
  const context = bank.get<BankContext>(CONTEXT);
  return {
    bank,
    context,
    bus,
    [Symbol.asyncDispose]: async () => {
      await bank.stop();
      await bus.close();
      await nats[Symbol.asyncDispose]();
    },
  };
}

/** The messages that the bank sent to accounts and payments. */
export interface SentMessages {
  readonly accounts: RequestOf<typeof putAccounts>['accounts'];
  readonly transactions: RequestOf<typeof putTransactions>[];
  readonly balances: RequestOf<typeof putBalances>[];
  readonly standingOrders: RequestOf<typeof putStandingOrders>[];
  readonly reports: RequestOf<typeof reportExecution>[];
}

/** Stands in for the accounts and payments services: records and acknowledges messages. */
export async function listen(bus: Bus): Promise<SentMessages> {
  const sent: SentMessages = { accounts: [], transactions: [], balances: [], standingOrders: [], reports: [] };
  const on = <O extends Operation>(operation: O, answer: (request: RequestOf<O>) => ReplyOf<O>) =>
    standIn(bus, operation, answer);
  on(putAccounts, ({ accounts }) => ({ stored: sent.accounts.push(...accounts) }));
  on(putTransactions, (request) => ({ stored: sent.transactions.push(request) }));
  on(putStandingOrders, (request) => ({ stored: sent.standingOrders.push(request) }));
  on(putBalances, (request) => ({ stored: sent.balances.push(request) }));
  on(reportExecution, (request) => {
    sent.reports.push(request);
    return { transactionStatus: request.transactionStatus };
  });
  await bus.connection.flush();
  return sent;
}

/** Returns a payment of 12.34 EUR from the private current account to another bank, with the changes of a test. */
export function payment(
  body: Partial<RequestOf<typeof submitPayment>['body']> = {},
  order: Partial<Omit<RequestOf<typeof submitPayment>, 'body'>> = {},
): RequestOf<typeof submitPayment> {
  return {
    paymentId: crypto.randomUUID(),
    paymentService: 'payments',
    paymentProduct: 'sepa-credit-transfers',
    psuId: 'psu-private',
    ...order,
    body: {
      debtorAccount: { iban: PRIVATE },
      instructedAmount: { currency: 'EUR', amount: '12.34' },
      creditorAccount: { iban: ELSEWHERE },
      creditorName: 'Primatelj',
      ...body,
    },
  };
}

export const PRIVATE = 'HR2799900051100000019';
export const EMPTY = 'HR5799900051400000012';
export const ELSEWHERE = 'HR1210010051863000160';

/** Waits until a condition holds, up to the test's time limit. Polls slowly, to leave the processor to the awaited work. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Returns the error case with which a promise was rejected. */
export async function situationOf(refused: Promise<unknown>): Promise<string> {
  const error: unknown = await refused.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof Xs2aError ? error.situation : 'not refused';
}

/** Returns the balances of all ledger accounts summed by currency. */
export async function sumOfLedger({
  ledgerAccounts,
}: Pick<BankContext, 'ledgerAccounts'>): Promise<Record<string, bigint>> {
  const sums: Record<string, bigint> = {};
  for (const { currency, balance } of await ledgerAccounts.find().toArray()) {
    sums[currency] = (sums[currency] ?? 0n) + balance;
  }
  return sums;
}
