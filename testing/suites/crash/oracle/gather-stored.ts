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
const WITH_HISTORY = [
  ['payments', 'payments', 'transactionStatus'],
  ['payments', 'executions', 'transactionStatus'],
  ['payments', 'baskets', 'transactionStatus'],
  ['consent', 'consents', 'consentStatus'],
  ['consent', 'fundsConsents', 'consentStatus'],
  ['sca', 'authorisations', 'scaStatus'],
] as const;

const CLIENT = { useBigInt64: true, serverSelectionTimeoutMS: 10_000 };

/** Returns the balances of the ledger before the first payment. */
export async function openingBalances(mongoUrl: string): Promise<Map<string, bigint>> {
  await using client = await MongoClient.connect(mongoUrl, CLIENT);
  const accounts = await client
    .db('bank')
    .collection<Document & { balance: bigint }>('ledgerAccounts')
    .find()
    .toArray();
  return new Map(accounts.map(({ _id, balance }) => [String(_id), balance]));
}

const POSTINGS = { paymentId: { $exists: true } };

/** Reads the databases after waiting until nothing is in progress any more, or until a timeout. */
export async function gatherStored(mongoUrl: string): Promise<StoredState> {
  await using client = await MongoClient.connect(mongoUrl, CLIENT);
  const all = (db: string, name: string): Promise<Document[]> => client.db(db).collection(name).find().toArray();
  const pending = await drained(client);
  const authorisations = await all('sca', 'authorisations');
  const consents = await all('consent', 'consents');
  const accounts = await all('bank', 'ledgerAccounts');
  const challenges = await all('bank', 'challenges');
  return {
    pending,
    payments: (await all('payments', 'payments')).map(({ _id, transactionStatus: status, contentHash, basketId }) => {
      return { _id: String(_id), status, contentHash, ...(basketId !== undefined && { basketId }) };
    }),
    baskets: (await all('payments', 'baskets')).map(({ _id, contentHash, paymentIds }) => {
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
    postings: (await client
      .db('bank')
      .collection('postings')
      .find(POSTINGS)
      .toArray()) as unknown as StoredState['postings'],
    accounts: accounts.map(({ _id, currency, balance, available, customer }) => {
      return { _id: String(_id), currency, balance, available, isCustomer: customer !== undefined };
    }),
    histories: (await Promise.all(WITH_HISTORY.map((where) => historiesOf(client, where)))).flat(),
    alteredHistories: await alteredIn(['payments', 'consent', 'sca'].map((name) => client.db(name))),
    codes: challenges.map(({ _id, attempts }) => {
      const accepted = (attempts as { verdict: string }[]).filter(({ verdict }) => verdict === 'accepted').length;
      return { _id: String(_id), accepted };
    }),
  };
}

async function historiesOf(
  client: MongoClient,
  [db, collection, field]: (typeof WITH_HISTORY)[number],
): Promise<StoredHistory[]> {
  const documents = await client
    .db(db)
    .collection(collection)
    .find()
    .project({ history: 1, [field]: 1 })
    .toArray();
  return documents.map((document) => {
    return { _id: String(document['_id']), collection, status: document[field], history: document['history'] };
  });
}

async function alteredIn(databases: readonly Db[]): Promise<string[]> {
  const verified = await Promise.all(databases.map((db) => verifyHistory(db)));
  return verified.flatMap(({ findings }) => findings.map(({ where, what }) => `${where} ${what}`));
}

/** Returns the messages and orders left when nothing more is delivered. */
async function drained(client: MongoClient): Promise<string[]> {
  let left: string[] = [];
  await eventually(
    async () => (left = await pendingIn(client)),
    (pending) => pending.length === 0,
    DRAINED_MS_MAX,
  ).catch(() => undefined);
  return left;
}

async function pendingIn(client: MongoClient): Promise<string[]> {
  const queued = Object.entries(QUEUES).flatMap(([db, queues]) =>
    Object.entries(queues).flatMap(([queue, names]) =>
      names.map((name: string) => [db, name, { [`${queue}.0`]: { $exists: true } }] as const),
    ),
  );
  const waiting = [
    ...queued,
    ['bank', 'orders', { status: 'accepted' }] as const,
    ...Object.keys(QUEUES).map((db) => [db, 'deadLetters', {}] as const),
  ];
  const found = await Promise.all(
    waiting.map(async ([db, name, filter]) => {
      const count = await client.db(db).collection(name).countDocuments(filter);
      return count === 0 ? [] : [`${count} of ${db}.${name} wait: ${Object.keys(filter).join()}`];
    }),
  );
  return found.flat();
}
