import { verifyHistory } from '@xs2a/service-kit';
import { eventually } from '@xs2a/test-system/eventually';
import { type Db, type Document, MongoClient } from 'mongodb';
import type { StoredHistory, StoredState } from './evidence.ts';

const DRAINED_MS_MAX = 60_000;
/** Queues of messages, by database. */
const QUEUES = {
  payments: { outbox: ['payments', 'executions', 'baskets'], notices: ['payments', 'baskets'] },
  consent: { outbox: ['consents', 'fundsConsents'], notices: ['consents', 'fundsConsents'] },
  sca: { outbox: ['authorisations'], notices: ['authorisations'] },
  bank: { outbox: ['orders', 'bulkOrders'], notices: [] },
} as const;
const SERVICES = Object.keys(QUEUES) as (keyof typeof QUEUES)[];
/** Field with the status, by collection with a history. */
const STATUS_FIELDS = {
  payments: 'transactionStatus',
  executions: 'transactionStatus',
  baskets: 'transactionStatus',
  consents: 'consentStatus',
  fundsConsents: 'consentStatus',
  authorisations: 'scaStatus',
} as const;

/** Returns the database of a service. */
type DbOf = (service: keyof typeof QUEUES) => Db;

const CLIENT = { useBigInt64: true, serverSelectionTimeoutMS: 10_000 };

/** Returns the balances of the ledger before the first payment. */
export async function openingBalances(mongoUrl: string): Promise<Map<string, bigint>> {
  await using client = await MongoClient.connect(mongoUrl, CLIENT);
  return await balancesIn(client.db('bank'));
}

export async function balancesIn(bank: Db): Promise<Map<string, bigint>> {
  const accounts = await bank.collection<Document & { balance: bigint }>('ledgerAccounts').find().toArray();
  return new Map(accounts.map(({ _id, balance }) => [String(_id), balance]));
}

/** Reads the databases after waiting until nothing is in progress any more, or until a timeout. */
export async function gatherStored(mongoUrl: string): Promise<StoredState> {
  await using client = await MongoClient.connect(mongoUrl, CLIENT);
  const dbOf: DbOf = (service) => client.db(service);
  const pending = await drained(dbOf);
  const alteredHistories = await alteredIn([dbOf('payments'), dbOf('consent'), dbOf('sca')]);
  return { ...(await readStored(dbOf)), pending, alteredHistories };
}

/** Reads the databases as they are. */
export async function readStored(dbOf: DbOf): Promise<Omit<StoredState, 'pending' | 'alteredHistories'>> {
  const all = (service: Parameters<DbOf>[0], name: string, filter: Document = {}): Promise<Document[]> =>
    dbOf(service).collection(name).find(filter).toArray();
  const [payments, executions, baskets] = await Promise.all(
    QUEUES.payments.outbox.map((name) => all('payments', name)),
  );
  const [consents = [], fundsConsents] = await Promise.all(QUEUES.consent.outbox.map((name) => all('consent', name)));
  const authorisations = await all('sca', 'authorisations');
  const accounts = await all('bank', 'ledgerAccounts');
  const challenges = await all('bank', 'challenges');
  const withHistory = { payments, executions, baskets, consents, fundsConsents, authorisations };
  return {
    payments: (payments ?? []).map(({ _id, transactionStatus: status, contentHash, basketId }) => {
      return { _id: String(_id), status, contentHash, ...(basketId !== undefined && { basketId }) };
    }),
    baskets: (baskets ?? []).map(({ _id, contentHash, paymentIds }) => {
      return { _id: String(_id), contentHash, members: paymentIds };
    }),
    consents: consents.map(({ _id, consentStatus: status, tppId, recurringIndicator, signedBy, authorisedAt }) => {
      return { _id: String(_id), status, tppId, recurring: recurringIndicator, signedBy, authorisedAt };
    }),
    authorisations: authorisations.map(({ _id, parent, scaStatus, requestedHash, history }) => {
      const approvedAt = (history as StoredHistory['history']).find(
        ({ to }) => to === 'finalised' || to === 'exempted',
      )?.at;
      return {
        _id: String(_id),
        parentId: parent.id,
        parentKind: parent.kind,
        scaStatus,
        requestedHash,
        ...(approvedAt && { approvedAt }),
      };
    }),
    postings: (await all('bank', 'postings', { paymentId: { $exists: true } })) as unknown as StoredState['postings'],
    accounts: accounts.map(({ _id, currency, balance, available, customer }) => {
      return { _id: String(_id), currency, balance, available, isCustomer: customer !== undefined };
    }),
    histories: Object.entries(STATUS_FIELDS).flatMap(([collection, field]) =>
      (withHistory[collection as keyof typeof STATUS_FIELDS] ?? []).map(({ _id, [field]: status, history }) => {
        return { _id: String(_id), collection, status, history };
      }),
    ),
    codes: challenges.map(({ _id, attempts }) => {
      const accepted = (attempts as { verdict: string }[]).filter(({ verdict }) => verdict === 'accepted').length;
      return { _id: String(_id), accepted };
    }),
  };
}

async function alteredIn(databases: readonly Db[]): Promise<string[]> {
  const verified = await Promise.all(databases.map((db) => verifyHistory(db)));
  return verified.flatMap(({ findings }) => findings.map(({ where, what }) => `${where} ${what}`));
}

/** Returns the messages and orders left when nothing more is delivered. */
async function drained(dbOf: DbOf): Promise<string[]> {
  let left: string[] = [];
  await eventually(
    async () => (left = await pendingIn(dbOf)),
    (pending) => pending.length === 0,
    DRAINED_MS_MAX,
  ).catch(() => undefined);
  return left;
}

export async function pendingIn(dbOf: DbOf): Promise<string[]> {
  const queued = SERVICES.flatMap((db) =>
    Object.entries(QUEUES[db]).flatMap(([queue, names]) =>
      names.map((name: string) => [db, name, { [`${queue}.0`]: { $exists: true } }] as const),
    ),
  );
  const waiting = [
    ...queued,
    ['bank', 'orders', { status: 'accepted' }] as const,
    ...SERVICES.map((db) => [db, 'deadLetters', {}] as const),
  ];
  const found = await Promise.all(
    waiting.map(async ([db, name, filter]) => {
      const count = await dbOf(db).collection(name).countDocuments(filter);
      return count === 0 ? [] : [`${count} of ${db}.${name} wait: ${Object.keys(filter).join()}`];
    }),
  );
  return found.flat();
}
