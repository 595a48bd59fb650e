import type { Bus } from '@xs2a/service-kit';
import type { Db, Document, FindCursor } from 'mongodb';

/** Kinds of differences with their meanings. Those without a repair need a person. */
export const KINDS = {
  outcomeUnknown: 'sca has stored how an authorisation ended, and the owner of its parent does not know',
  authorisationWithoutParent: 'sca has an authorisation of something that does not exist',
  approvalWithoutAuthorisation: 'an owner counts an approval that sca does not have',
  orderUnknownToBank: 'a payment was submitted, and the bank has no order',
  executionUnknown: 'the bank has executed or rejected an order, and payments does not know',
  orderWithoutPayment: 'the bank has an order of a payment that does not exist',
  executedUnapproved: 'the bank has executed a payment that payments does not know as approved',
  standingOrderDiffers:
    'a standing order runs, and the bank does not show it to its PSU; or it has ended, and the bank does',
  standingOrderWithoutPayment: 'the bank shows a standing order of a payment that does not exist',
  orderWithoutPosting: 'the bank has executed an order, and the ledger has no posting for it',
  postingWithoutOrder: 'the ledger has a posting of a payment without an executed order',
  ledgerUnbalanced: 'the accounts of a currency do not sum to zero',
  feedAhead: 'the bank believes that accounts has something which it does not have',
  consentHeldByNoBasket: 'a consent is reserved for a basket that has ended or does not exist',
  paymentHeldByNoBasket: 'a payment is in a basket that has ended or does not exist, and waits',
  consentOnUnknownAccount: 'a valid consent opens an account that accounts does not have',
  messageOverdue: 'a message waits in an outbox for longer than it should',
  notificationOverdue: 'a notification waits in the notifier for longer than it should',
  deadLetter: 'a message that its receiver has refused for good (xs2a dead-letters)',
  historyAltered: 'a history is not as it was written (xs2a audit verify-history)',
} as const;

type Kind = keyof typeof KINDS;

/** Two services have inconsistent data. */
export interface Difference {
  readonly kind: Kind;
  /** `<database>/<collection>/<id>`. */
  readonly where: string;
  readonly what: string;
  /** Makes them consistent, based on the data of one of them. Absent if a person must decide. */
  readonly repair?: (repairing: Repairing) => Promise<void>;
}

export interface Repairing {
  /** Only connected for repairs. */
  readonly bus: Bus;
  readonly now: Date;
}

/** The databases of all services. */
export interface Databases {
  readonly payments: Db;
  readonly consent: Db;
  readonly sca: Db;
  readonly bank: Db;
  readonly accounts: Db;
  readonly notifier: Db;
}

/** Input of a check. */
export interface Checked {
  readonly databases: Databases;
  readonly now: Date;
  /** Later changes may still be in transit between services. */
  readonly settledBefore: Date;
}

export type Check = (checked: Checked) => Promise<Difference[]>;

const BATCH = 500;

/** Reads the documents of a cursor in batches, so that each batch is compared with one query. */
export async function* inBatches<T extends Document>(cursor: FindCursor<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const document of cursor.batchSize(BATCH)) {
    batch.push(document);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Returns the documents of a collection by their ids. */
export async function byIds<T extends Document & { _id: string }>(
  db: Db,
  collection: string,
  ids: readonly string[],
): Promise<Map<string, T>> {
  const found = await db
    .collection<T>(collection)
    .find({ _id: { $in: [...ids] } } as never)
    .toArray();
  return new Map(found.map((document) => [document._id as string, document as T]));
}
