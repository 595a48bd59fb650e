import { verifyHistory } from '@xs2a/service-kit';
import { eventually } from '@xs2a/test-system/eventually';
import { type Db, MongoClient } from 'mongodb';

const DRAINED_WITHIN_MS = 60_000;

interface Account {
  _id: string;
  balance: bigint;
  available: bigint;
  currency: string;
  customer?: object;
}
interface Posting {
  paymentId?: string;
  at: Date;
  lines: { ledgerAccountId: string; currency: string; amount: bigint }[];
}

/** The ledger before the first payment. */
export interface Opening {
  readonly at: Date;
  readonly balances: ReadonlyMap<string, bigint>;
}

export interface Judgement {
  /** Payments of status ACSC without exactly one posting, and others with one. */
  readonly wronglyPosted: readonly string[];
  /** Accounts whose balance is not what it was and what was posted since, or below its limit. */
  readonly wrongBalances: readonly string[];
  /** Currencies whose accounts do not sum to zero. */
  readonly unbalanced: readonly string[];
  /** Histories and seals that are not as they were written. */
  readonly findings: number;
}

export async function openingBalances(mongoUrl: string): Promise<Opening> {
  await using client = await MongoClient.connect(mongoUrl, { useBigInt64: true });
  const accounts = await accountsOf(client.db('bank'));
  return { at: new Date(), balances: new Map(accounts.map(({ _id, balance }) => [_id, balance])) };
}

/** Looks into the databases once nothing is under way any more. */
export async function judge(
  mongoUrl: string,
  { ids, opening }: { ids: readonly string[]; opening: Opening },
): Promise<Judgement> {
  await using client = await MongoClient.connect(mongoUrl, { useBigInt64: true });
  await drained(client);
  const accounts = await accountsOf(client.db('bank'));
  const postings = await client
    .db('bank')
    .collection<Posting>('postings')
    .find({ at: { $gte: opening.at } })
    .toArray();
  const verified = await Promise.all(['payments', 'sca'].map((name) => verifyHistory(client.db(name))));
  return {
    wronglyPosted: await wronglyPosted(client, ids, postings),
    wrongBalances: accounts.filter((account) => !isKept(account, opening, postings)).map(({ _id }) => _id),
    unbalanced: [...sums(accounts)].filter(([, sum]) => sum !== 0n).map(([currency]) => currency),
    findings: verified.flatMap(({ findings }) => findings).length,
  };
}

function accountsOf(bank: Db): Promise<Account[]> {
  return bank.collection<Account>('ledgerAccounts').find().toArray();
}

/** Every message that was stored has reached its receiver. */
async function drained(client: MongoClient): Promise<void> {
  const left = async (): Promise<number> => {
    const full = { 'outbox.0': { $exists: true } };
    const counts = await Promise.all([
      client.db('sca').collection('authorisations').countDocuments(full),
      client.db('payments').collection('payments').countDocuments(full),
      client.db('bank').collection('orders').countDocuments(full),
    ]);
    return counts.reduce((sum, count) => sum + count, 0);
  };
  await eventually(left, (count) => count === 0, DRAINED_WITHIN_MS);
}

async function wronglyPosted(
  client: MongoClient,
  ids: readonly string[],
  postings: readonly Posting[],
): Promise<string[]> {
  const times = new Map<string, number>();
  for (const { paymentId = '' } of postings) times.set(paymentId, (times.get(paymentId) ?? 0) + 1);
  const payments = await client
    .db('payments')
    .collection<{ _id: string; transactionStatus: string }>('payments')
    .find({ _id: { $in: [...ids] } })
    .toArray();
  const lost = ids.filter((id) => !payments.some(({ _id }) => _id === id));
  const wrong = payments.filter(
    ({ _id, transactionStatus }) => (times.get(_id) ?? 0) !== (transactionStatus === 'ACSC' ? 1 : 0),
  );
  return [...lost, ...wrong.map(({ _id }) => _id)];
}

function isKept(
  { _id, balance, available, customer }: Account,
  { balances }: Opening,
  postings: readonly Posting[],
): boolean {
  const moved = postings
    .flatMap(({ lines }) => lines)
    .filter(({ ledgerAccountId }) => ledgerAccountId === _id)
    .reduce((sum, { amount }) => sum + amount, 0n);
  return balance === (balances.get(_id) ?? 0n) + moved && (customer === undefined || available >= 0n);
}

function sums(accounts: readonly Account[]): Map<string, bigint> {
  const byCurrency = new Map<string, bigint>();
  for (const { currency, balance } of accounts) byCurrency.set(currency, (byCurrency.get(currency) ?? 0n) + balance);
  return byCurrency;
}
