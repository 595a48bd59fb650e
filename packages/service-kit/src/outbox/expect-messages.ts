import type { Collection, Document, MongoClient } from 'mongodb';
import type { Queue } from '../storage/stored-collection.ts';

/** Callbacks, by connection and queue, for documents stored with messages. */
const told = new WeakMap<MongoClient, Map<Queue, () => void>>();

/** Calls back whenever this process stores messages in a queue over this connection. */
export function onMessages(client: MongoClient, queue: Queue, callback: () => void): void {
  const queues = told.get(client) ?? new Map<Queue, () => void>();
  queues.set(queue, callback);
  told.set(client, queues);
}

/** Notifies the sender of a queue that messages are stored now, or will be when a transaction is committed. */
export function tellOfMessages<T extends Document>(collection: Collection<T>, queue: Queue): void {
  told.get(collection.db.client)?.get(queue)?.();
}
